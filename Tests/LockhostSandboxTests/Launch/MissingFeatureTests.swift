// SPDX-License-Identifier: MIT

import CLockhostTesting
import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

/// Kernels that lack something, or forbid it: one kernel from which a filter takes it away.
@Suite("On a kernel without")
struct MissingFeatureTests {
  /// A feature: the call that is not there, and the step that needs it first.
  struct Feature: CustomTestStringConvertible, Sendable {
    let call: String
    let error: Int32
    let steps: Set<LaunchStep>
    /// Where tier `floor` needs it; nowhere, where that tier does without.
    var floorSteps: Set<LaunchStep> = []
    var testDescription: String { "\(call): \(error)" }
  }

  static let features: [Feature] = [
    Feature(call: "clone3", error: ENOSYS, steps: [.clone]),
    Feature(call: "clone3", error: EPERM, steps: [.clone]),
    Feature(call: "open_tree", error: ENOSYS, steps: [.trees, .sources]),
    Feature(call: "mount_setattr", error: ENOSYS, steps: [.propagation]),
    Feature(call: "fsopen", error: ENOSYS, steps: [.root]),
    Feature(call: "fsopen", error: EPERM, steps: [.root]),
    Feature(call: "move_mount", error: EPERM, steps: [.root]),
    Feature(call: "pivot_root", error: EPERM, steps: [.pivot]),
    Feature(
      call: "openat2", error: ENOSYS, steps: [.mounts], floorSteps: [.workingDirectory]),
    Feature(
      call: "landlock_create_ruleset", error: ENOSYS, steps: [.landlock], floorSteps: [.landlock]),
    Feature(
      call: "landlock_create_ruleset", error: EOPNOTSUPP, steps: [.landlock],
      floorSteps: [.landlock]),
    Feature(call: "execveat", error: ENOSYS, steps: [.execute], floorSteps: [.execute]),
    Feature(
      call: "seccomp", error: ENOSYS, steps: [.guest, .filter], floorSteps: [.guest, .filter]),
  ]

  @Test("a call, no tier that needs it works, and its trial names the step", arguments: features)
  func missing(_ feature: Feature) async throws {
    let faulty = try FaultySpawner.answering((SystemCall.number(feature.call), feature.error))
    for trial in await SandboxTier.available(with: faulty.spawner) {
      let steps = trial.tier == .floor ? feature.floorSteps : feature.steps
      switch trial.outcome {
      case .works: #expect(steps.isEmpty, "\(trial.tier) works without \(feature.call)")
      case .refused(.launch(let step, _, let cause)):
        #expect(steps.contains(step), "\(trial.tier): \(step), \(cause)")
        #expect(cause.code == feature.error)
      case .refused(.tierUnavailable(let tier, let reason)):
        // An ordinary user has no real ids to give.
        #expect(tier == .noUserNamespace && !Guests.isRoot)
        #expect(!reason.isEmpty)
      case .refused(let other): Issue.record("\(trial.tier): \(other)")
      }
    }
  }

  @Test("close_range, no spawner begins")
  func closeRange() async throws {
    let faulty = try FaultySpawner.answering((SystemCall.number("close_range"), ENOSYS))
    #expect(await faulty.spawner.failure(of: try Guests.probe("exit")) == .spawnerDied)
  }

  @Test("keyrings, everything works: there is none that a guest could inherit")
  func keyrings() async throws {
    let faulty = try FaultySpawner.answering((SystemCall.number("keyctl"), ENOSYS))
    #expect(
      try await faulty.spawner.outcome(of: try Guests.probe("exit", "3")).status == .exited(3))
  }

  @Test("a map of ids, root falls back to real ids and others to the floor")
  func identityMap() async throws {
    // The only write of four bytes is the one that denies setgroups.
    let faulty = try FaultySpawner(["answer \(SystemCall.number("write")) \(EPERM) 2 4"])
    let trials = await SandboxTier.available(with: faulty.spawner)
    guard case .refused(.launch(.identityMap, _, let cause)) = trials[0].outcome else {
      Issue.record("\(trials[0])")
      return
    }
    #expect(cause.code == EPERM)
    #expect(trials[1].works == Guests.isRoot, "\(trials[1].outcome)")
    #expect(trials[2].works, "\(trials[2].outcome)")
    if Guests.isRoot {
      var guest = try Guests.probe("posture")
      guest.tier = .noUserNamespace
      let process = try await faulty.spawner.launch(guest)
      #expect(process.tier == .noUserNamespace)
      #expect(await process.exit().status == .exited(0))
    }
  }

  @Test("any user namespace, the refusal is the kernel's own")
  func noUserNamespaces() async throws {
    guard !Guests.isRoot else {
      print("only an ordinary user can have a limit of 0 to itself: root's would be the machine's")
      return
    }
    let faulty = try FaultySpawner(["no-user-namespaces"])
    let trials = await SandboxTier.available(with: faulty.spawner)
    guard case .refused(.launch(.clone, index: 1, let cause)) = trials[0].outcome else {
      Issue.record("\(trials[0])")
      return
    }
    #expect(cause.code == ENOSPC)
    #expect(trials.map(\.works) == [false, false, true])
  }

  @Test(
    "new user namespaces, as a security module or a container's profile refuses them",
    arguments: [EPERM, EACCES, ENOSPC, EINVAL])
  func refusedUserNamespaces(_ error: Int32) async throws {
    // CLONE_NEWUSER, which lies in memory where only a judge can read it.
    let judged = try JudgedSpawner(
      lh_fault(
        role: -1, ordinal: 0, number: SystemCall.number("clone3"), flags: 0x1000_0000,
        error: error))
    try await expectRefusal(judged, error)
    await judged.end()
  }

  private func expectRefusal(_ judged: JudgedSpawner, _ error: Int32) async throws {
    let spawner = try judged.spawner
    var guest = try Guests.probe("exit", "3")
    let failure = await spawner.failure(of: guest)
    #expect(
      failure
        == .launch(step: .clone, index: 1, cause: SystemError(call: "clone3(2)", code: error)))
    guest.tier = .noUserNamespace
    if Guests.isRoot {
      #expect(try await spawner.outcome(of: guest).status == .exited(3))
    }
    let filter = try Guests.floorFilter("compute", for: guest)
    let tiered = try await spawner.launchInStrongestTier(guest) { filter }
    #expect(tiered.process.tier == (Guests.isRoot ? .noUserNamespace : .floor))
    #expect(tiered.weakening == failure)
    #expect(await tiered.process.exit().status == .exited(3))
  }
}
