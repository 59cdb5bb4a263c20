// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSandbox
import LockhostSystem

/// Tries a tier for real: starts a program in the extension's sandbox and waits for its end.
struct TierTrial: Sendable {
  /// What came of it.
  enum Result: Sendable {
    case works(landlockVersion: Int, spawnToExecute: Duration)
    case fails(CommandFailure)
  }

  let tier: SandboxTier
  let result: Result

  var landlockVersion: Int? {
    if case .works(let version, _) = result { version } else { nil }
  }

  /// Tries a tier with the probe that ships with lockhost, or with `/bin/true`.
  static func run(_ tier: SandboxTier, with spawner: Spawner) async -> TierTrial {
    do throws(CommandFailure) {
      let meaning = ExecMeaning(
        program: (try? ProgramFolder.path(of: "lockhost-probe")) ?? "/bin/true",
        arguments: ["lockhost-probe", "--help"], policy: try capturePolicy())
      let sandbox = try ExecSandbox(meaning, tier: tier)
      do throws(SandboxError) {
        let guest = try await spawner.launch(sandbox.specification)
        _ = await guest.exit()
        return TierTrial(
          tier: tier,
          result: .works(
            landlockVersion: guest.landlockVersion,
            spawnToExecute: guest.times.spawned.duration(to: guest.times.executed)))
      } catch {
        throw CommandFailure(error)
      }
    } catch {
      return TierTrial(tier: tier, result: .fails(error))
    }
  }

  private static func capturePolicy() throws(CommandFailure) -> Policy {
    do throws(PolicyError) {
      return try Policy.builtIn("capture")
    } catch {
      throw CommandFailure(FilterError.policy(error))
    }
  }
}
