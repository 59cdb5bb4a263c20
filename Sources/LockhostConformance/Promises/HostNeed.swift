// SPDX-License-Identifier: MIT

/// Something without which a promise cannot be asked for; where it is missing the promise is skipped,
/// with this as the reason.
package enum HostNeed: Hashable, Sendable {
  /// The suite runs as root.
  case root
  /// The suite runs as an ordinary user.
  case ordinaryUser
  /// lockhost's own launcher: other launchers have no such part.
  case ownLauncher
  /// lockhost's own launcher at a tier with namespaces.
  case namespaces
  /// The processor is of this kind, as `uname -m` has it.
  case machine(String)

  /// The reason to skip.
  package var reason: String {
    switch self {
    case .root: "only root can try this"
    case .ordinaryUser: "only an ordinary user can try this"
    case .ownLauncher: "only lockhost's own launcher has this part"
    case .namespaces: "only lockhost's tiers with namespaces have this layer"
    case .machine(let name): "only on \(name)"
    }
  }
}
