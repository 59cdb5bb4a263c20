// SPDX-License-Identifier: MIT

import LockhostSandbox

/// Finds the strongest tier that this machine gives, by trying.
enum TierSearch {
  /// Calls a body with each tier, the strongest first, until one works.
  ///
  /// - Parameter weakest: The weakest that will do; `nil` for any that is offered.
  /// - Throws: What the strongest tier failed with, when none works, as LH3001 if a weaker one was
  ///   ruled out; at once what has nothing to do with the tier.
  static func first<Result>(
    weakest: SandboxTier?, _ body: (SandboxTier) async throws(CommandFailure) -> Result
  ) async throws(CommandFailure) -> Result {
    var firstFailure: CommandFailure?
    for tier in [SandboxTier.full, .noUserNamespace] where tier >= weakest ?? .floor {
      do throws(CommandFailure) {
        return try await body(tier)
      } catch {
        guard isAboutTier(error) else { throw error }
        firstFailure = firstFailure ?? error
      }
    }
    throw firstFailure
      ?? CommandFailure(
        code: "LH3001", "no tier is offered that is so weak", exitStatus: ExitStatus.unavailable)
  }

  /// Whether a weaker tier could help: the machine refused namespaces, or the tier as such.
  private static func isAboutTier(_ failure: CommandFailure) -> Bool {
    failure.code == "LH3001" || failure.isRefusedNamespace
  }
}

extension CommandFailure {
  /// Whether the launch failed where a user namespace is made.
  fileprivate var isRefusedNamespace: Bool {
    let steps: [LaunchStep] = [.clone, .identityMap, .identity]
    return code == "LH3002" && steps.contains { message.hasSuffix(" \($0.rawValue), \($0)") }
  }
}
