// SPDX-License-Identifier: MIT

import Glibc

extension DirectoryTree {
  /// How many files are waited for one by one; more are left to one call for the whole file system.
  private static let singlyWaitedFiles = 64

  /// Waits until a sifted tree is on the disk: content and names.
  ///
  /// - Parameter sifting: What was kept. A tree with few files waits for each of them, so that it need
  ///   not wait for what others write.
  /// - Throws: `SystemError` for `fsync(2)` or `syncfs(2)`: `EIO`, `ENOSPC`.
  public static func synchronize(
    _ top: Directory, _ sifting: Sifting
  ) throws(SystemError) {
    guard sifting.files + sifting.directories <= singlyWaitedFiles else {
      try top.synchronizeFileSystem()
      return
    }
    var waiting = [top]
    while let directory = waiting.popLast() {
      for name in try directory.names() {
        switch try directory.facts(of: name).kind {
        case .directory: waiting.append(try directory.directory(name))
        case .file:
          let file = try directory.file(name)
          _ = try retryingInterrupts("fsync(2)") { fsync(file.rawValue) }
        default: continue
        }
      }
      try directory.synchronize()
    }
  }
}
