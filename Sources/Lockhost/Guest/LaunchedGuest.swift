// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

/// A guest's process that runs in its sandbox, and to which the host has not said a word.
///
/// Dropping the last reference to its process kills it.
struct LaunchedGuest: Sendable {
  let process: GuestProcess
  /// The host's end of the wire.
  let socket: PacketSocket
  /// Why it could not have the strongest tier.
  let weakening: SandboxError?

  /// Starts the process, and returns when its program runs.
  ///
  /// - Parameter isTierDemanded: Whether the specification's tier is demanded; otherwise the
  ///   strongest is taken that there is.
  /// - Throws: `SandboxError` when it could not be started; nothing ran then, and nothing is left.
  static func launch(
    _ specification: GuestSpecification, isTierDemanded: Bool, with spawner: Spawner
  ) async throws(SandboxError) -> LaunchedGuest {
    let (socket, far): (PacketSocket, PacketSocket)
    do {
      (socket, far) = try PacketSocket.pair()
    } catch {
      throw .system(error)
    }
    var specification = specification
    specification.wire = far.descriptor
    guard isTierDemanded else {
      let tiered = try await spawner.launchInStrongestTier(specification)
      return LaunchedGuest(
        process: tiered.process, socket: socket, weakening: tiered.weakening)
    }
    do throws(SandboxError) {
      return LaunchedGuest(
        process: try await spawner.launch(specification), socket: socket, weakening: nil)
    } catch {
      guard error.isAboutTier else { throw error }
      if case .tierUnavailable = error { throw error }
      // Who demands a tier is told that it is the tier which is not to be had.
      throw .tierUnavailable(specification.tier, reason: "\(error)")
    }
  }
}
