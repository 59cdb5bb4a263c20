// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// What came of trying one tier on this machine.
public struct TierTrial: Sendable {
  /// How a trial ended.
  public enum Outcome: Sendable {
    /// A guest ran with every layer of the tier, Landlock in this version among them.
    case works(landlockVersion: Int)
    /// No guest ran, and why not.
    case refused(SandboxError)
  }

  /// The tier that was tried.
  public let tier: SandboxTier
  /// What came of it.
  public let outcome: Outcome

  /// Whether guests can have this tier.
  public var works: Bool {
    if case .works = outcome { return true }
    return false
  }
}

extension SandboxTier {
  /// Tries every tier, the strongest first, by starting a guest with it.
  ///
  /// What a kernel offers is not known from its version: a container's own filter, a setting or a
  /// security module may refuse any layer. The guest is the spawner's own program, which only prints
  /// how it is meant to be used.
  ///
  /// - Returns: One trial for each tier, also for those that did not work, in order of strength.
  public static func available(with spawner: Spawner) async -> [TierTrial] {
    var trials: [TierTrial] = []
    for tier in allCases.sorted(by: >) {
      trials.append(TierTrial(tier: tier, outcome: await spawner.trialOutcome(of: tier)))
    }
    return trials
  }
}

extension Spawner {
  /// An id that owns no file and runs nothing on any system: `nobody`.
  private static let trialUser: UInt32 = 65_534
  /// `BPF_RET | BPF_K` with `SECCOMP_RET_ALLOW`: the trial asks whether a filter can be had.
  private static let emptyFilter: [UInt8] = [0x06, 0, 0, 0, 0, 0, 0xff, 0x7f]
  /// What the spawner's program leaves with when it is started by hand.
  private static let usage: Int32 = 64

  /// The program beside the running one: a spawner from elsewhere may be a script around it.
  private static func trialProgram() -> String? {
    do throws(SystemError) {
      return try ProgramFolder.path(of: "lockhost-spawn")
    } catch {
      return nil
    }
  }

  /// A guest that only prints how its program is meant to be used.
  func trialSpecification(of tier: SandboxTier) throws(SandboxError) -> GuestSpecification {
    let path: String
    do throws(SystemError) {
      if let own = Self.trialProgram() { path = own } else { path = try self.path() }
    } catch {
      throw .spawnerUnavailable(error)
    }
    var trial = GuestSpecification(
      executable: .init(source: .init(path: path), path: "/program"), arguments: ["trial"],
      identity: geteuid() == 0
        ? .unprivileged(user: Self.trialUser, group: Self.trialUser) : .own,
      filter: .init(program: Self.emptyFilter, hasListener: true))
    trial.filter.isForFloor = true
    trial.mounts = [.program(path, at: "/program")]
    trial.tier = tier
    return trial
  }

  fileprivate func trialOutcome(of tier: SandboxTier) async -> TierTrial.Outcome {
    do throws(SandboxError) {
      let guest = try await launch(try trialSpecification(of: tier))
      let exit = await guest.exit()
      guard exit.status == .exited(Self.usage) else {
        return .refused(.diedDuringSetUp(after: .execute))
      }
      return .works(landlockVersion: guest.landlockVersion)
    } catch {
      return .refused(error)
    }
  }
}
