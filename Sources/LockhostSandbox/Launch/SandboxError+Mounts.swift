// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

extension SandboxError {
  /// The error with the name of a folder that cannot be shown without what is mounted below it, where
  /// that is what the launch failed at.
  ///
  /// - Parameter mounts: Those of the specification.
  func naming(_ mounts: [GuestSpecification.Mount]) -> SandboxError {
    guard case .launch(.sources, let index, let cause) = self, cause.code == EINVAL,
      mounts.indices.contains(index)
    else { return self }
    let path = mounts[index].source.path
    let below = MountPoints.below(path)
    return below.isEmpty ? self : .unshowable(path: path, mounts: below, cause: cause)
  }
}
