// SPDX-License-Identifier: MIT

import Glibc

extension SandboxError {
  /// Whether a weaker tier could help: the machine refused a namespace, its ids or its mounts, or the
  /// tier as such.
  ///
  /// Running out of something is no refusal: a full machine costs no guest a layer.
  package var isAboutTier: Bool {
    switch self {
    case .tierUnavailable: true
    case .launch(.clone, let index, let cause):
      // The spawner's own pipe comes first; and a limit on user namespaces answers ENOSPC.
      index == 1 && ![EAGAIN, ENOMEM, EMFILE, ENFILE, EBADF].contains(cause.code)
    case .launch(.identityMap, _, _), .launch(.identity, _, _): true
    // Namespaces that may be made and not used: security modules answer EACCES to every mount.
    case .launch(let step, _, let cause):
      Self.mountSteps.contains(step) && [EPERM, EACCES, ENOSYS].contains(cause.code)
    default: false
    }
  }

  private static let mountSteps: Set<LaunchStep> = [
    .trees, .propagation, .root, .container, .proc, .pivot, .sealRoot,
  ]

  /// The error as whoever demanded a tier is told it: that it is the tier which is not to be had.
  package func refusing(_ tier: SandboxTier) -> SandboxError {
    if case .tierUnavailable = self { return self }
    return .tierUnavailable(tier, reason: "\(self)")
  }
}
