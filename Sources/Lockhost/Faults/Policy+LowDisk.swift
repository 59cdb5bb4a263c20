// SPDX-License-Identifier: MIT

import LockhostPolicy

extension Policy {
  /// The same on a disk that is full: nothing can be made, neither a file nor a folder nor a link.
  ///
  /// What a disk answers when there is no room for another entry. A file that is open already can be
  /// written on: no filter sees which disk a descriptor leads to.
  func onFullDisk() -> Policy {
    var policy = self
    let makers = [
      "open", "openat", "creat", "mkdir", "mkdirat", "symlink", "symlinkat", "link", "linkat",
    ]
    let makesNothing = Condition.test(
      argument: "flags", .within(.init(.name("O_CREAT"), isComplement: true)))
    policy.statements.append(.without(makers))
    for call in ["open", "openat"] {
      policy.statements.append(.admit(syscall: call, makesNothing))
    }
    policy.statements.append(.refuse(makers, .errno(.noSpace)))
    return policy
  }
}
