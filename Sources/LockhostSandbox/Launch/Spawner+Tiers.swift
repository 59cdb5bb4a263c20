// SPDX-License-Identifier: MIT

/// A guest in the strongest tier that could be had, and why not in a stronger one.
public struct TieredGuest: Sendable {
  /// The guest; its ``GuestProcess/tier`` says which tier it got.
  public let process: GuestProcess
  /// Why the strongest tier could not be had; nil when it could.
  public let weakening: SandboxError?
}

extension Spawner {
  /// Starts a guest in the strongest tier that this machine gives, by trying.
  ///
  /// Only a refusal that a weaker tier does without leads to the next one; every other error is thrown
  /// at once, so that a full disk does not cost a guest its user namespace.
  ///
  /// - Parameter floorFilter: Makes the filter for ``SandboxTier/floor``, whose rules are others, and
  ///   which is not tried without one. What it throws is thrown: the policy cannot be had there.
  /// - Returns: The guest, and what was refused. Whoever starts it this way has to tell people when
  ///   ``TieredGuest/weakening`` is not nil.
  /// - Throws: `SandboxError`: what the strongest tier failed with.
  public nonisolated func launchInStrongestTier(
    _ specification: GuestSpecification,
    floorFilter: (@Sendable () async throws(SandboxError) -> GuestSpecification.Filter)? = nil
  ) async throws(SandboxError) -> TieredGuest {
    var specification = specification
    var weakening: SandboxError?
    for tier in [SandboxTier.full, .noUserNamespace, .floor] {
      specification.tier = tier
      if tier == .floor {
        guard let floorFilter else { break }
        specification.filter = try await floorFilter()
      }
      do throws(SandboxError) {
        let process = try await launch(specification)
        return TieredGuest(process: process, weakening: weakening)
      } catch {
        guard error.isAboutTier else { throw error }
        weakening = weakening ?? error
      }
    }
    throw weakening ?? .tierUnavailable(.full, reason: "no tier was tried")
  }
}
