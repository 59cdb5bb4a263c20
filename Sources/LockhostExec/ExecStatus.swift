// SPDX-License-Identifier: MIT

/// The exit statuses that running a program has of its own.
package enum ExecStatus {
  /// Its output could not be passed on.
  package static let failure: Int32 = 1
  /// Time ran out.
  package static let timedOut: Int32 = 124
  /// The program could not be started.
  package static let cannotStart: Int32 = 125
  /// The filter killed it: 128 + SIGSYS.
  package static let filterKilled: Int32 = 159
}
