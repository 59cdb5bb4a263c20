// SPDX-License-Identifier: MIT

import CLockhostTesting
import Foundation
import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

/// Each call of a launch is made to fail, in its own process, by a filter that a test puts on the
/// spawner; whatever the kernel might refuse, no program runs without its whole sandbox.
@Suite("When any call of a launch fails", .serialized)
struct FailClosedTests {
  private static let recordsOnly = lh_fault(
    role: -1, ordinal: 0, number: -1, flags: 0, error: 0)
  /// How many launches are tried beside each other: they mostly wait for the judge.
  private static let width = 4

  /// One call that is to fail, and how.
  private struct Fault: Sendable, CustomStringConvertible {
    let tier: SandboxTier
    let call: lh_judged_call
    let ordinal: UInt32
    let code: Int32
    var spare = Spawner.Spare.none
    /// Whether it comes before a spare sandbox has its launch, which then makes its own.
    var isBeforeLaunch = false

    var description: String {
      let name = SystemError(call: "", code: code).name
      return "\(SystemCall.describe(call)), call \(ordinal) of role \(call.role): \(name)"
    }
  }

  /// A spawner under a judge, and a guest that leaves a mark where the host can see it, if it ever
  /// runs.
  private struct Trial {
    let judged: JudgedSpawner
    private let folder: TemporaryFolder
    private let tier: SandboxTier
    private let spare: Spawner.Spare

    init(_ fault: lh_fault, in tier: SandboxTier, spare: Spawner.Spare = .none) throws {
      self.tier = tier
      self.spare = spare
      judged = try JudgedSpawner(fault, spare: spare)
      folder = try TemporaryFolder()
      unsafe chmod(folder.path, 0o777)
    }

    var hasRun: Bool { folder.contains("ran") }

    /// Launches and waits for the end; when it returns nothing holds the spawner but the judge.
    func launch() async throws -> Result<GuestExit, SandboxError> {
      // On the floor a guest knows the file by the machine's own path.
      let isFloor = tier == .floor
      var marker = try Guests.probe("write", (isFloor ? folder.path : "/mark") + "/ran")
      marker.tier = tier
      if isFloor {
        marker.filter = try Guests.floorFilter("app", for: marker)
        if Guests.isRoot { marker.identity = .unprivileged(user: floorUser, group: floorUser) }
      }
      marker.mounts.append(.writable(folder.path, at: "/mark"))
      marker.mounts.append(.device("/dev/null"))
      marker.showsProcesses = true
      // Every fault is to be heard of: a launch that only times out is one of which nobody was told.
      marker.deadline = .seconds(60)
      let spawner = try judged.spawner
      // Where there is to be none, for the fault, the launch does not wait for it.
      if spare != .none { _ = try await SpareTests.waitForSpare(of: spawner, tries: 100) }
      do throws(SandboxError) {
        return .success(await (try await spawner.launch(marker)).exit())
      } catch {
        return .failure(error)
      }
    }
  }

  static let tiers: [SandboxTier] = [.full, .floor]
  /// A user of this suite's guests on the floor alone.
  static let floorUser: UInt32 = 730_077

  @Test("a control: the launch works when its calls are only counted", arguments: tiers)
  func control(_ tier: SandboxTier) async throws {
    let calls = try await self.calls(in: tier)
    for role in [LH_ROLE_SPAWNER, LH_ROLE_INIT, LH_ROLE_GUEST] {
      #expect(calls.count { $0.role == Int32(role.rawValue) } > 10)
    }
    #expect(calls.last { $0.role == Int32(LH_ROLE_GUEST.rawValue) }?.number == SystemCall.execveat)
  }

  private func calls(
    in tier: SandboxTier, spare: Spawner.Spare = .none
  ) async throws -> [lh_judged_call] {
    let trial = try Trial(Self.recordsOnly, in: tier, spare: spare)
    #expect(try await trial.launch().get().status == .exited(0))
    #expect(trial.hasRun)
    let calls = trial.judged.calls
    await trial.judged.end()
    return calls
  }

  @Test(
    "nothing runs, the error names the step and the cause, and nothing stays behind",
    arguments: tiers)
  func everyCall(_ tier: SandboxTier) async throws {
    var faults: [Fault] = []
    var ordinals: [Int32: UInt32] = [:]
    for call in try await calls(in: tier) {
      let ordinal = ordinals[call.role, default: 0]
      ordinals[call.role] = ordinal + 1
      guard SystemCall.canFail(call) else { continue }
      faults += SystemCall.errors(of: call, turn: Int(ordinal)).map {
        Fault(tier: tier, call: call, ordinal: ordinal, code: $0)
      }
    }
    let begun = MonotonicInstant.now
    let steps = try await Self.steps(of: faults)
    print(
      """
      tier \(tier.rawValue): made \(ordinals.values.reduce(0, +)) calls fail in \(faults.count) ways, \
      in \(begun.duration(to: .now).wholeMilliseconds) ms
      """)
    #expect(faults.count > (tier == .full ? 1000 : 700))
    #expect(containers() == 0)
    // The later the call, the later the step.
    var lastStep: [Int32: LaunchStep] = [:]
    for (fault, step) in zip(faults, steps) {
      guard let step else { continue }
      #expect(step >= lastStep[fault.call.role] ?? .receive, "\(fault)")
      lastStep[fault.call.role] = max(step, lastStep[fault.call.role] ?? step)
    }
  }

  @Test("however often, and however busy the machine, the guest's own word is the cause")
  func lastWord() async throws {
    // The guest fails at its very first calls, while pid 1 is about to let it go on.
    let guest = try await calls(in: .full).filter { $0.role == Int32(LH_ROLE_GUEST.rawValue) }
    let faults = (0..<60).map { turn in
      Fault(tier: .full, call: guest[turn % 2], ordinal: UInt32(turn % 2), code: EPERM)
    }
    for step in try await Self.steps(of: faults) { #expect(step == .session) }
  }

  @Test("a spare sandbox that cannot be made is done without, and one with a launch fails like any")
  func spare() async throws {
    var faults: [Fault] = []
    var ordinals: [Int32: UInt32] = [:]
    var haveLaunch: Set<Int32> = []
    for call in try await calls(in: .full, spare: .once) {
      let ordinal = ordinals[call.role, default: 0]
      ordinals[call.role] = ordinal + 1
      // Both wait for the launch in the same call; of the spawner's, what hands it on belongs to the
      // making of the spare too.
      let name = SystemCall.name(call)
      let isHandingOn = call.role == Int32(LH_ROLE_SPAWNER.rawValue) && name == "sendmsg"
      let isBeforeLaunch = !haveLaunch.contains(call.role)
      if call.role == Int32(LH_ROLE_GUEST.rawValue) || isHandingOn
        || (call.role == Int32(LH_ROLE_INIT.rawValue) && name == "recvmsg")
      {
        haveLaunch.insert(call.role)
      }
      guard SystemCall.canFail(call) else { continue }
      faults += SystemCall.errors(of: call, turn: Int(ordinal)).prefix(2).map {
        Fault(
          tier: .full, call: call, ordinal: ordinal, code: $0, spare: .once,
          isBeforeLaunch: isBeforeLaunch)
      }
    }
    #expect(haveLaunch.count == 3)
    let beforeLaunch = faults.count { $0.isBeforeLaunch }
    #expect(beforeLaunch > 20)
    let begun = MonotonicInstant.now
    _ = try await Self.steps(of: faults)
    print(
      """
      with a spare sandbox: made calls fail in \(faults.count) ways, \(beforeLaunch) of them before it \
      had its launch, in \(begun.duration(to: .now).wholeMilliseconds) ms
      """)
  }

  /// How many containers of tier `floor` there are that belong to this suite's guests: as root these
  /// have a user of their own, and as an ordinary user nobody can tell whose they are.
  private func containers() -> Int {
    guard Guests.isRoot else { return 0 }
    var count = 0
    for place in ["/run", "/dev/shm", "/tmp"] {
      let folder = "\(place)/lockhost-0"
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        var facts = stat()
        if unsafe stat("\(folder)/\(name)", &facts) == 0, facts.st_uid == Self.floorUser {
          count += 1
        }
      }
    }
    return count
  }

  /// The steps that the failures named, in their order; nil where the launch went on all the same.
  private static func steps(of faults: [Fault]) async throws -> [LaunchStep?] {
    try await withThrowingTaskGroup(of: (Int, LaunchStep?).self) { group in
      var steps = [LaunchStep?](repeating: nil, count: faults.count)
      for (place, fault) in faults.enumerated() {
        if place >= width, let (done, step) = try await group.next() { steps[done] = step }
        group.addTask { (place, try await Self.step(of: fault)) }
      }
      for try await (done, step) in group { steps[done] = step }
      return steps
    }
  }

  private static func step(of fault: Fault) async throws -> LaunchStep? {
    let call = fault.call
    let trial = try Trial(
      lh_fault(role: call.role, ordinal: fault.ordinal, number: -1, flags: 0, error: fault.code),
      in: fault.tier, spare: fault.spare)
    let judged = trial.judged
    var step: LaunchStep?
    switch try await trial.launch() {
    case .success:
      // It ran, so what failed is one of the few calls that give nothing and take nothing.
      #expect(
        SystemCall.isDispensable(call, fault.code) || SystemCall.isOfTheWatch(call)
          || judged.isReplaced || fault.isBeforeLaunch,
        "it ran in spite of \(fault)")
    case .failure(let error):
      #expect(judged.hasFailed, "\(fault): \(error)")
      #expect(!trial.hasRun, "it ran in spite of \(fault), with \(error)")
      switch error {
      case .launch(let named, _, let cause):
        // A spawner that ends in the middle is what its child tells of.
        let isOrphaned =
          cause.code == EOWNERDEAD && call.role == Int32(LH_ROLE_SPAWNER.rawValue)
        // Who asks for a number is never refused one: what finds out that it is wrong tells its own.
        let isMistaken = SystemCall.asksForNumber(call)
        #expect(cause.code == fault.code || isOrphaned || isMistaken, "\(fault): \(error)")
        if !isOrphaned, !isMistaken { step = named }
      // That answer to the exec has one meaning, and is told as such.
      case .invalidSpecification("arguments", _) where fault.code == E2BIG: step = .execute
      case .spawnerDied: #expect(call.role == Int32(LH_ROLE_SPAWNER.rawValue), "\(fault)")
      case .diedDuringSetUp where SystemCall.isOfTheWatch(call): break
      // It may end while its launch is on the way to it.
      case .diedDuringSetUp where fault.isBeforeLaunch: break
      case .diedDuringSetUp:
        #expect(SystemCall.isWord(call) || SystemCall.asksForNumber(call), "\(fault): \(error)")
      default: Issue.record("\(fault): \(error)")
      }
    }
    await judged.end()
    return step
  }
}
