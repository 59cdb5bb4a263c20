// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// A file that must not be changed, nor read where it holds the word.
struct FileCanary: HeldCanary {
  let value: String
  let tellsWord: Bool
  private let facts: FileState?

  init(word: String, mode: mode_t, in scratch: Scratch) throws(SystemError) {
    value = scratch.newPath(word.isEmpty ? "writable" : "secret")
    tellsWord = !word.isEmpty
    try scratch.write(word, to: value, mode: mode)
    facts = FileState(value)
  }

  func touched() -> String? {
    guard let now = FileState(value) else { return "the file is gone" }
    return now == facts ? nil : "the file has changed"
  }
}

/// A folder that must stay empty.
struct FolderCanary: HeldCanary {
  let value: String
  let tellsWord = false
  private let facts: FileState?

  init(in scratch: Scratch) throws(SystemError) {
    value = try scratch.folder("folder", mode: 0o777)
    facts = FileState(value)
  }

  func touched() -> String? {
    guard let now = FileState(value) else { return "the folder is gone" }
    return now == facts ? nil : "the folder has changed"
  }
}

/// An open file that a launcher inherits, under the number that it has here.
struct DescriptorCanary: HeldCanary {
  /// Above what programs open at their beginning, below what any guest may have open.
  private static let lowest: Int32 = 100

  let reading: SharedDescriptor
  let value: String
  let tellsWord = true

  init(word: String, in scratch: Scratch) throws(SystemError) {
    let path = scratch.newPath("inherited")
    try scratch.write(word, to: path, mode: 0o644)
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    let opened = SharedDescriptor(adopting: number)
    unsafe unlink(path)
    let raised = fcntl(opened.rawValue, F_DUPFD_CLOEXEC, Self.lowest)
    guard raised >= 0 else { throw SystemError(call: "fcntl(2)", code: errno) }
    reading = SharedDescriptor(adopting: raised)
    value = String(raised)
  }

  func touched() -> String? { nil }

  /// Lets every program that is started meanwhile inherit it, as a host would that forgot a flag.
  static func inherited<Result>(
    _ descriptor: SharedDescriptor?, during body: () async throws -> Result
  ) async rethrows -> Result {
    if let descriptor { _ = fcntl(descriptor.rawValue, F_SETFD, 0) }
    defer { if let descriptor { _ = fcntl(descriptor.rawValue, F_SETFD, FD_CLOEXEC) } }
    return try await body()
  }
}

/// What `stat(2)` says of a file, without the time of the last read.
private struct FileState: Hashable {
  let inode: UInt
  let mode: UInt32
  let owner: UInt32
  let links: UInt
  let size: Int
  let changed: Int
  let changedNanoseconds: Int

  init?(_ path: String) {
    var facts = stat()
    guard unsafe lstat(path, &facts) == 0 else { return nil }
    inode = UInt(facts.st_ino)
    mode = facts.st_mode
    owner = facts.st_uid
    links = UInt(facts.st_nlink)
    size = Int(facts.st_size)
    changed = facts.st_ctim.tv_sec
    changedNanoseconds = facts.st_ctim.tv_nsec
  }
}
