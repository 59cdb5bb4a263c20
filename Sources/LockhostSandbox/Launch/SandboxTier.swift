// SPDX-License-Identifier: MIT

/// How much isolation a guest gets; the first is the strongest.
public enum SandboxTier: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  /// Every layer, with a user namespace of the guest's own.
  case full
  /// Every layer but the user namespace: as root, with a real, unprivileged user of the guest's own.
  case noUserNamespace = "no-userns"
  /// Landlock, filter and limits without namespaces, for machines that refuse them.
  ///
  /// The guest makes no process, and a policy that asks for some cannot be had. It sees that the
  /// machine's files exist, and cannot open them. `Docs/Tiers.md` has the whole difference.
  case floor

  /// Orders by strength: a weaker tier is smaller.
  public static func < (left: SandboxTier, right: SandboxTier) -> Bool {
    left.strength < right.strength
  }

  private var strength: Int {
    switch self {
    case .full: 2
    case .noUserNamespace: 1
    case .floor: 0
    }
  }
}
