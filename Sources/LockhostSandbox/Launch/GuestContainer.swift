// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import Synchronization

/// A guest's temporary container, as the host holds it: a file system that nobody else can reach, or in
/// tier `floor` a folder.
///
/// The file system lives as long as a process of the guest or this object holds it, so ``wipe()`` after
/// the death of the tree is what gives its memory back.
package final class GuestContainer: Sendable {
  private let descriptor: Mutex<SharedDescriptor?>
  private let usedBySetUp: GuestExit.ContainerUse
  let folder: FloorContainer?

  init(_ descriptor: SharedDescriptor, usedBySetUp: GuestExit.ContainerUse) {
    self.descriptor = Mutex(descriptor)
    self.usedBySetUp = usedBySetUp
    folder = nil
  }

  init(_ folder: FloorContainer) {
    descriptor = Mutex(nil)
    usedBySetUp = GuestExit.ContainerUse(files: 0, bytes: 0)
    self.folder = folder
  }

  /// What is in it now; nil once it is wiped.
  ///
  /// One call that looks at no file, whatever is in there; of a folder, what the last count found.
  package func use() -> GuestExit.ContainerUse? {
    if let folder { return folder.use }
    return descriptor.withLock { $0 }.flatMap(use)
  }

  /// Whether ``wipe()`` may take long: it has to remove file by file.
  var isFolder: Bool { folder != nil }

  /// The number of its file system; nil once it is wiped, and for a folder, whose file system is not
  /// its own.
  var device: UInt? {
    descriptor.withLock { $0 }.flatMap { descriptor in
      var facts = stat()
      guard unsafe fstat(descriptor.rawValue, &facts) == 0 else { return nil }
      return UInt(facts.st_dev)
    }
  }

  /// Counts what is in it and lets go of it.
  func wipe() -> GuestExit.ContainerUse? {
    if let folder { return folder.wipe() }
    return descriptor.withLock { $0.take() }.flatMap(use)
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
