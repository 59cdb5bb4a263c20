// SPDX-License-Identifier: MIT

/// How much isolation a guest gets; the first is the strongest.
public enum SandboxTier: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  /// Every layer, with a user namespace of the guest's own.
  case full
  /// Every layer but the user namespace: as root, with a real, unprivileged user of the guest's own.
  case noUserNamespace = "no-userns"
  /// Landlock, filter and limits without namespaces.
  ///
  /// Not offered: without a pid namespace nothing ends a whole tree of processes for certain, and
  /// without a mount namespace nothing but lockhost itself would wipe the container.
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
