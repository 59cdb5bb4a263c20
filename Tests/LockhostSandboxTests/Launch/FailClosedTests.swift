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

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    unsafe chmod(folder.path, 0o777)
  }

  /// A guest that leaves a mark where the host can see it, if it ever runs.
  private func marker() throws -> GuestSpecification {
    var guest = try Guests.probe("write", "/mark/ran")
    guest.mounts.append(.writable(folder.path, at: "/mark"))
    guest.mounts.append(.device("/dev/null"))
    guest.showsProcesses = true
    guest.deadline = .milliseconds(1500)
    return guest
  }

  private var hasRun: Bool { folder.contains("ran") }

  @Test("a control: the launch works when its calls are only counted")
  func control() async throws {
    let calls = try await self.calls()
    #expect(hasRun)
    for role in [LH_ROLE_SPAWNER, LH_ROLE_INIT, LH_ROLE_GUEST] {
      #expect(calls.count { $0.role == Int32(role.rawValue) } > 10)
    }
    #expect(calls.last { $0.role == Int32(LH_ROLE_GUEST.rawValue) }?.number == SystemCall.execveat)
  }

  private func calls() async throws -> [lh_judged_call] {
    let judged = try JudgedSpawner(Self.recordsOnly)
    #expect(try await attempt(judged).get().status == .exited(0))
    let calls = judged.calls
    await judged.end()
    return calls
  }

  /// Launches and waits for the end; when it returns nothing holds the spawner but the judge.
  private func attempt(
    _ judged: JudgedSpawner
  ) async throws -> Result<GuestExit, SandboxError> {
    let (spawner, marker) = (try judged.spawner, try marker())
    do throws(SandboxError) {
      return .success(await (try await spawner.launch(marker)).exit())
    } catch {
      return .failure(error)
    }
  }

  @Test("nothing runs, the error names the step and the cause, and nothing stays behind")
  func everyCall() async throws {
    let calls = try await self.calls()
    var ordinals: [Int32: UInt32] = [:]
    var lastStep: [Int32: LaunchStep] = [:]
    var tried = 0
    for call in calls {
      let ordinal = ordinals[call.role, default: 0]
      ordinals[call.role] = ordinal + 1
      guard SystemCall.canFail(call) else { continue }
      for error in SystemCall.errors(of: call, turn: Int(ordinal)) {
        tried += 1
        let what = "\(SystemCall.describe(call)), call \(ordinal) of role \(call.role): \(error)"
        let step = try await fail(call, ordinal, error, what)
        if let step {
          // The later the call, the later the step.
          #expect(step >= lastStep[call.role] ?? .receive, "\(what)")
          lastStep[call.role] = step
        }
      }
    }
    print("made \(tried) calls fail")
    #expect(tried > 250)
  }

  private func fail(
    _ call: lh_judged_call, _ ordinal: UInt32, _ code: Int32, _ what: String
  ) async throws -> LaunchStep? {
    try? FileManager.default.removeItem(atPath: folder.path + "/ran")
    let judged = try JudgedSpawner(
      lh_fault(role: call.role, ordinal: ordinal, number: -1, flags: 0, error: code))
    var step: LaunchStep?
    switch try await attempt(judged) {
    case .success:
      // It ran, so what failed is one of the few calls that give nothing and take nothing.
      #expect(
        SystemCall.isDispensable(call, code) || SystemCall.isOfTheWatch(call) || judged.isReplaced,
        "it ran in spite of \(what)")
    case .failure(let error):
      #expect(judged.hasFailed, "\(what): \(error)")
      #expect(!hasRun, "it ran in spite of \(what), with \(error)")
      switch error {
      case .launch(let named, _, let cause):
        // A spawner that ends in the middle is what its child tells of.
        let isOrphaned =
          cause.code == EOWNERDEAD && call.role == Int32(LH_ROLE_SPAWNER.rawValue)
        #expect(cause.code == code || isOrphaned, "\(what): \(error)")
        if !isOrphaned { step = named }
      case .spawnerDied: #expect(call.role == Int32(LH_ROLE_SPAWNER.rawValue), "\(what)")
      case .diedDuringSetUp where SystemCall.isOfTheWatch(call): break
      case .timedOut, .diedDuringSetUp: #expect(SystemCall.isWord(call), "\(what): \(error)")
      default: Issue.record("\(what): \(error)")
      }
    }
    await judged.end()
    return step
  }
}
