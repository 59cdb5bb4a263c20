// SPDX-License-Identifier: MIT

package import Lockhost

/// Decides and starts sessions: the host library as the command line needs it.
package protocol SessionHosting: Sendable {
  /// Decides without starting or changing anything.
  ///
  /// - Throws: `CommandFailure` for a bundle that cannot be read, a state folder that cannot be
  ///   used, or words in the request that mean nothing.
  func decide(_ request: LaunchRequest) async throws(CommandFailure) -> DecisionReport

  /// Decides and starts what was decided.
  ///
  /// A decision for `nothing`, or one that is not what the request's `requirement` demands, is a
  /// session that is over at once: nothing ran, its record says `not-launched`, and its exit
  /// status is 10 where `requirement` was not met.
  ///
  /// - Throws: `CommandFailure` with exit status 69 when the tier is not to be had, 75 when the
  ///   extension is running already, 125 when it could not be started.
  func start(_ request: LaunchRequest) async throws(CommandFailure) -> any HostedSession
}
