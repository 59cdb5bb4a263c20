// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSandbox
import LockhostSystem

/// A guest's process that runs in its sandbox, and to which the host has not said a word.
///
/// Dropping the last reference to its process kills it.
struct LaunchedGuest: Sendable {
  let process: GuestProcess
  /// The host's end of the wire.
  let socket: PacketSocket
  /// The filter that it runs under.
  let filter: FilterProgram
  /// Why it could not have the strongest tier.
  let weakening: SandboxError?

  /// Starts the process, and returns when its program runs.
  ///
  /// - Parameter isTierDemanded: Whether its specification's tier is demanded; otherwise the
  ///   strongest is taken that there is.
  /// - Throws: `SandboxError` when it could not be started; nothing ran then, and nothing is left.
  static func launch(
    _ program: GuestProgram, isTierDemanded: Bool, with spawner: Spawner
  ) async throws(SandboxError) -> LaunchedGuest {
    let (socket, far): (PacketSocket, PacketSocket)
    do {
      (socket, far) = try PacketSocket.pair()
    } catch {
      throw .system(error)
    }
    var specification = program.specification
    specification.wire = far.descriptor
    guard isTierDemanded else {
      let tiered = try await spawner.launchInStrongestTier(
        specification, floorFilter: program.floorFilter == nil ? nil : program.floorFilterBytes)
      return LaunchedGuest(
        process: tiered.process, socket: socket,
        filter: try await program.filter(in: tiered.process.tier), weakening: tiered.weakening)
    }
    do throws(SandboxError) {
      let filter = try await program.filter(in: specification.tier)
      specification.filter = .init(filter)
      return LaunchedGuest(
        process: try await spawner.launch(specification), socket: socket, filter: filter,
        weakening: nil)
    } catch {
      guard error.isAboutTier else { throw error }
      throw error.refusing(specification.tier)
    }
  }
}

extension GuestProgram {
  @Sendable fileprivate func floorFilterBytes() async throws(SandboxError)
    -> GuestSpecification.Filter
  {
    GuestSpecification.Filter(try await filter(in: .floor))
  }

  /// The filter for a tier; one that was made before is not made again.
  fileprivate func filter(in tier: SandboxTier) async throws(SandboxError) -> FilterProgram {
    guard tier == .floor else { return filter }
    guard let floorFilter else {
      throw .tierUnavailable(.floor, reason: "this guest has no filter for it")
    }
    return try await WorkQueue.run(floorFilter)
  }
}
