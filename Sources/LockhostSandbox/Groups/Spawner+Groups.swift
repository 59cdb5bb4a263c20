// SPDX-License-Identifier: MIT

import LockhostSystem

extension Spawner {
  /// Whether guests get cgroups of their own.
  public enum GroupPolicy: Sendable {
    /// Never.
    case never
    /// Where memory and processes can be limited by them, which nothing else can do as a whole.
    case whereTheyLimit
    /// Always, also where they limit nothing and only end a guest; without one a launch fails.
    case always
  }

  /// What is known of where the groups can be made.
  enum GroupState {
    case unknown
    case none(String)
    case some(GuestGroups)
  }

  /// Makes a guest's group, where it is to have one.
  ///
  /// - Throws: `SandboxError.invalidSpecification` for a limit that needs a group where there is none,
  ///   `.system` when one that must be cannot be made.
  func group(
    for specification: GuestSpecification
  ) throws(SandboxError) -> GuestGroup? {
    guard specification.cgroup == nil else { return nil }
    let reason: String
    switch findGroups(isNeeded: specification.limits.processors != nil) {
    case .some(let groups):
      do throws(SystemError) {
        return try groups.make(specification.limits)
      } catch {
        if groupPolicy == .always { throw .system(error) }
        reason = "\(error)"
        groupState = .none(reason)
      }
    case .none(let why): reason = why
    case .unknown: reason = "none was looked for"
    }
    if groupPolicy == .always || specification.limits.processors != nil {
      throw .invalidSpecification(
        field: groupPolicy == .always ? "cgroup" : "limits.processors",
        reason: "needs a cgroup of the guest's own: \(reason)")
    }
    return nil
  }

  /// Whether a launch that failed like this may be tried again without a group.
  ///
  /// Only the kernel knows who may be born where: so the first guest is the trial.
  func forgetsGroups(
    after result: Result<GuestProcess, SandboxError>, _ specification: GuestSpecification
  ) -> Bool {
    guard case .failure(.launch(.clone, 1, let cause)) = result, case .some = groupState,
      groupPolicy != .always, specification.limits.processors == nil
    else { return false }
    groupState = .none("no guest could be born in one: \(cause)")
    return true
  }

  /// Lets go of the folder of this host's groups; guests that live keep theirs.
  func closeGroups() {
    if case .some(let groups) = groupState { groups.close() }
  }

  private func findGroups(isNeeded: Bool) -> GroupState {
    if case .unknown = groupState { groupState = lookForGroups(isNeeded) }
    return groupState
  }

  private func lookForGroups(_ isNeeded: Bool) -> GroupState {
    guard groupPolicy != .never || isNeeded else { return .none("none are to be made") }
    do throws(GroupHindrance) {
      let needed: Set<GroupController> =
        groupPolicy == .always || isNeeded ? [] : [.memory, .processes]
      return .some(GuestGroups(try GroupPlace.find(offering: needed)))
    } catch {
      return .none("\(error)")
    }
  }
}
