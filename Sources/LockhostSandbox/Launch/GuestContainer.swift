// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import Synchronization

/// A guest's temporary container, as the host holds it: a file system that nobody else can reach.
///
/// It lives as long as a process of the guest or this object holds it, so ``wipe()`` after the death
/// of the tree is what gives its memory back.
package final class GuestContainer: Sendable {
  private let descriptor: Mutex<SharedDescriptor?>
  private let usedBySetUp: GuestExit.ContainerUse

  init(_ descriptor: SharedDescriptor, usedBySetUp: GuestExit.ContainerUse) {
    self.descriptor = Mutex(descriptor)
    self.usedBySetUp = usedBySetUp
  }

  /// What is in it now; nil once it is wiped.
  ///
  /// One call that looks at no file, whatever is in there.
  package func use() -> GuestExit.ContainerUse? {
    descriptor.withLock { $0 }.flatMap(use)
  }

  /// The number of its file system; nil once it is wiped.
  var device: UInt? {
    descriptor.withLock { $0 }.flatMap { descriptor in
      var facts = stat()
      guard unsafe fstat(descriptor.rawValue, &facts) == 0 else { return nil }
      return UInt(facts.st_dev)
    }
  }

  /// Counts what is in it and lets go of it.
  func wipe() -> GuestExit.ContainerUse? {
    descriptor.withLock { $0.take() }.flatMap(use)
  }

  private func use(of descriptor: SharedDescriptor) -> GuestExit.ContainerUse? {
    var status = statvfs()
    guard unsafe fstatvfs(descriptor.rawValue, &status) == 0 else { return nil }
    let files = Int(clamping: status.f_files) &- Int(clamping: status.f_ffree)
    let blocks = Int(clamping: status.f_blocks) &- Int(clamping: status.f_bfree)
    // A guest may have removed what the set-up made.
    return GuestExit.ContainerUse(
      files: max(files &- usedBySetUp.files, 0),
      bytes: max(blocks &* Int(clamping: status.f_frsize) &- usedBySetUp.bytes, 0))
  }
}
