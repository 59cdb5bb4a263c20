// SPDX-License-Identifier: MIT

import LockhostSystem

/// What came of trying a cgroup of a guest's own on this machine.
public enum GroupTrial: Sendable {
  /// A guest was born in one, killed by it, counted dead, and the cgroup removed; with what it can limit.
  case works(path: String, Set<GroupController>)
  /// None can be made, and why.
  case hindered(GroupHindrance)
  /// One was made, and no guest could be born in it.
  case refused(SandboxError)
  /// A guest was born in one, and it did not end as it should: what is still there.
  case left(path: String, String)

  /// Makes a cgroup, lets a guest be born in it that never runs, kills it by the cgroup, and removes it.
  ///
  /// Who may do which of these is not known from any setting. Blocks nobody; takes some milliseconds.
  ///
  /// - Parameter tier: A tier that this machine gives.
  public static func run(in tier: SandboxTier) async -> GroupTrial {
    let place: GroupPlace
    do throws(GroupHindrance) {
      place = try GroupPlace.find()
    } catch {
      return .hindered(error)
    }
    do throws(SandboxError) {
      let spawner: Spawner
      do throws(SystemError) {
        spawner = try Spawner(groups: .always)
      } catch {
        throw .system(error)
      }
      let result = try await spawner.trialOfGroup(in: tier, at: place)
      await spawner.close()
      return result
    } catch {
      return .refused(error)
    }
  }
}

extension Spawner {
  fileprivate func trialOfGroup(
    in tier: SandboxTier, at place: GroupPlace
  ) async throws(SandboxError) -> GroupTrial {
    var specification = try trialSpecification(of: tier)
    // Else it might have ended by itself before it is killed.
    specification.stopsAtStart = true
    let guest = try await launch(specification)
    var failure: String?
    do throws(SystemError) {
      try guest.group?.kill()
    } catch {
      failure = "cgroup.kill: \(error)"
      try? guest.kill()
    }
    let use = await guest.exit().group
    if let failure { return .left(path: place.path, failure) }
    guard let use else { return .left(path: place.path, "the guest was in none") }
    if !use.isEmpty { return .left(path: place.path, "somebody is still counted in it") }
    if !use.isRemoved { return .left(path: place.path, "it could not be removed") }
    return .works(path: place.path, use.controllers)
  }
}
