// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// An open directory, and the only way from it to what it holds.
///
/// Everything is done by a held descriptor and one name, never by a path, so nobody can put another
/// directory in the way between a check and a use. Names are looked up without following links,
/// without leaving the directory, and without crossing into another mount.
public final class Directory: Sendable {
  /// The descriptor, open for reading the directory.
  public let descriptor: SharedDescriptor

  /// Takes over a descriptor that is open on a directory.
  public init(adopting descriptor: SharedDescriptor) { self.descriptor = descriptor }

  /// Opens a directory by its path, following links: for paths that the person gave.
  ///
  /// Wraps `open(2)` with `O_DIRECTORY`.
  ///
  /// - Throws: `SystemError` with `ENOENT`, `ENOTDIR`, `EACCES`.
  public static func open(path: String) throws(SystemError) -> Directory {
    let descriptor = try retryingInterrupts("open(2)") {
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    return Directory(adopting: SharedDescriptor(adopting: descriptor))
  }

  /// Asks for the facts of this directory itself.
  public func facts() throws(SystemError) -> FileFacts { try FileFacts(of: descriptor) }

  /// Asks for the facts of an entry, which may be anything; a link is not followed.
  ///
  /// - Throws: `SystemError` for `statx(2)` with `ENOENT` when there is no such entry.
  public func facts(of name: FileName) throws(SystemError) -> FileFacts {
    var facts = lh_file_facts()
    let result = name.withCString { lh_facts(descriptor.rawValue, $0, &facts) }
    guard result == 0 else { throw .last("statx(2)") }
    return FileFacts(facts)
  }

  /// Whether there is an entry of that name, a dangling link too.
  public func contains(_ name: FileName) throws(SystemError) -> Bool {
    do {
      _ = try facts(of: name)
      return true
    } catch let error where error.code == ENOENT {
      return false
    }
  }

  /// Opens a directory in this one.
  ///
  /// - Throws: `SystemError` with `ENOTDIR` or `ELOOP` when it is something else or a link, `EXDEV`
  ///   when something is mounted there.
  public func directory(_ name: FileName) throws(SystemError) -> Directory {
    Directory(adopting: try open(name, O_RDONLY | O_DIRECTORY))
  }

  /// Opens a directory in this one, making it first if there is none.
  ///
  /// - Parameter permissions: For a directory that is made; the process's mask applies.
  public func directory(
    _ name: FileName, creating permissions: UInt32
  ) throws(SystemError) -> Directory {
    do {
      try makeDirectory(name, permissions: permissions)
    } catch let error where error.code == EEXIST {}
    return try directory(name)
  }

  /// Makes a directory.
  ///
  /// Wraps `mkdirat(2)`.
  ///
  /// - Throws: `SystemError` with `EEXIST`, `EACCES`, `ENOSPC`, `EROFS`.
  public func makeDirectory(_ name: FileName, permissions: UInt32) throws(SystemError) {
    let result = name.withCString { mkdirat(descriptor.rawValue, $0, permissions) }
    guard result == 0 else { throw .last("mkdirat(2)") }
  }

  /// Opens a plain file for reading.
  ///
  /// Does not wait, whatever the entry is: a named pipe without a writer is opened and refused.
  ///
  /// - Throws: `SystemError` with `ENOENT`, `ELOOP` for a link, `EINVAL` for what is no plain file.
  public func file(_ name: FileName) throws(SystemError) -> SharedDescriptor {
    let file = try open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    guard try FileFacts(of: file).kind == .file else {
      throw SystemError(call: "openat2(2)", code: EINVAL)
    }
    return file
  }

  /// Makes a plain file, which must not exist, and opens it for reading and writing.
  ///
  /// - Throws: `SystemError` with `EEXIST`, `EACCES`, `ENOSPC`, `EROFS`.
  public func makeFile(
    _ name: FileName, permissions: UInt32
  ) throws(SystemError) -> SharedDescriptor {
    try open(name, O_RDWR | O_CREAT | O_EXCL, mode: permissions)
  }

  /// Holds an entry of any kind without opening it, for asking, changing mode and owner.
  ///
  /// Uses `O_PATH`: no pipe waits, no device notices.
  public func hold(_ name: FileName) throws(SystemError) -> SharedDescriptor {
    try open(name, Int32(LH_O_PATH) | O_NOFOLLOW)
  }

  /// Opens an entry by `openat2(2)`, or by `openat(2)` and a look at the mount where that is missing.
  ///
  /// Some containers and user-space kernels refuse `openat2(2)`. For a single name, `O_NOFOLLOW` and
  /// a comparison of mounts afterwards say the same.
  func open(
    _ name: FileName, _ flags: Int32, mode: UInt32 = 0
  ) throws(SystemError) -> SharedDescriptor {
    let all = flags | O_CLOEXEC | O_NOFOLLOW
    let resolve =
      LH_RESOLVE_BENEATH | LH_RESOLVE_NO_SYMLINKS | LH_RESOLVE_NO_MAGICLINKS | LH_RESOLVE_NO_XDEV
    do {
      let opened = try name.withCString { (name) throws(SystemError) in
        try retryingInterrupts("openat2(2)") {
          lh_openat2_mode(
            descriptor.rawValue, name, UInt64(UInt32(bitPattern: all)), UInt64(mode), resolve)
        }
      }
      return SharedDescriptor(adopting: opened)
    } catch let error where error.code == ENOSYS || error.code == EPERM {
      let opened = try name.withCString { (name) throws(SystemError) in
        try retryingInterrupts("openat(2)") { openat(descriptor.rawValue, name, all, mode) }
      }
      let shared = SharedDescriptor(adopting: opened)
      guard try FileFacts(of: shared).mount == facts().mount else {
        throw SystemError(call: "openat(2)", code: EXDEV)
      }
      return shared
    }
  }

  /// Moves an entry to a name in a directory of the same file system, in one step.
  ///
  /// Wraps `renameat2(2)`.
  ///
  /// - Parameter replacing: Whether an entry that has the name already goes away; without it, such
  ///   an entry is `EEXIST`.
  /// - Throws: `SystemError` with `EXDEV` when the two are on different file systems.
  public func move(
    _ name: FileName, to target: Directory, as newName: FileName, replacing: Bool
  ) throws(SystemError) {
    let result = name.withCString { from in
      newName.withCString { to in
        lh_renameat2(
          descriptor.rawValue, from, target.descriptor.rawValue, to,
          replacing ? 0 : UInt32(LH_RENAME_NOREPLACE))
      }
    }
    guard result == 0 else { throw .last("renameat2(2)") }
  }

  /// Gives a plain file of this directory a second name.
  ///
  /// Wraps `linkat(2)`.
  ///
  /// - Throws: `SystemError` with `EEXIST`, and `EPERM` where the file system has no second names.
  public func link(_ name: FileName, as newName: FileName) throws(SystemError) {
    let result = name.withCString { from in
      newName.withCString { to in linkat(descriptor.rawValue, from, descriptor.rawValue, to, 0) }
    }
    guard result == 0 else { throw .last("linkat(2)") }
  }

  /// Makes two entries of this directory change names, in one step.
  ///
  /// Wraps `renameat2(2)` with `RENAME_EXCHANGE`.
  ///
  /// - Throws: `SystemError` with `ENOENT` unless both are there.
  public func exchange(_ first: FileName, _ second: FileName) throws(SystemError) {
    let result = first.withCString { first in
      second.withCString { second in
        lh_renameat2(
          descriptor.rawValue, first, descriptor.rawValue, second, UInt32(LH_RENAME_EXCHANGE))
      }
    }
    guard result == 0 else { throw .last("renameat2(2)") }
  }

  /// Removes an entry that is no directory; a link itself, not what it names.
  ///
  /// - Throws: `SystemError` for `unlinkat(2)`; `EISDIR` for a directory.
  public func unlink(_ name: FileName) throws(SystemError) {
    let result = name.withCString { unlinkat(descriptor.rawValue, $0, 0) }
    guard result == 0 else { throw .last("unlinkat(2)") }
  }

  /// Removes an empty directory.
  ///
  /// - Throws: `SystemError` for `unlinkat(2)`; `ENOTEMPTY`, or `EBUSY` for a mount point.
  public func removeDirectory(_ name: FileName) throws(SystemError) {
    let result = name.withCString { unlinkat(descriptor.rawValue, $0, AT_REMOVEDIR) }
    guard result == 0 else { throw .last("unlinkat(2)") }
  }

  /// Waits until this directory's entries are on the disk.
  ///
  /// Wraps `fsync(2)`.
  public func synchronize() throws(SystemError) {
    _ = try retryingInterrupts("fsync(2)") { fsync(descriptor.rawValue) }
  }

  /// Waits until everything on this file system is on the disk.
  ///
  /// Wraps `syncfs(2)`: one call for many files, which also waits for other people's.
  public func synchronizeFileSystem() throws(SystemError) {
    _ = try retryingInterrupts("syncfs(2)") { lh_syncfs(descriptor.rawValue) }
  }
}

extension Directory {
  /// Gives this directory itself to a user and the group of the same number.
  ///
  /// Needs root.
  ///
  /// Wraps `fchownat(2)` on the held descriptor.
  public func give(to user: UInt32) throws(SystemError) {
    guard lh_chown_descriptor(descriptor.rawValue, user, user) == 0 else {
      throw .last("fchownat(2)")
    }
  }

  /// Sets the permission bits of this directory itself.
  public func setPermissions(_ permissions: UInt32) throws(SystemError) {
    guard fchmod(descriptor.rawValue, permissions) == 0 else { throw .last("fchmod(2)") }
  }
}

extension Directory {
  /// Removes an entry that is no directory, if there is one.
  public func unlinkIfPresent(_ name: FileName) throws(SystemError) {
    do {
      try unlink(name)
    } catch let error where error.code == ENOENT {}
  }

  /// Opens a folder by its path, making it and those that it lies in.
  ///
  /// Follows links: for paths that the person gave.
  ///
  /// - Parameter permissions: For folders that are made; the process's mask applies.
  /// - Throws: `SystemError` for `mkdir(2)` or `open(2)` with `EACCES`, `EROFS`, `ENOTDIR`, `ENOSPC`.
  public static func make(
    path: String, permissions: UInt32
  ) throws(SystemError) -> Directory {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, permissions) == 0 { continue }
      let code = errno
      // Parents that are there need not be writable; the open of the last one decides.
      guard code == EEXIST || access(made, F_OK) == 0 else {
        throw SystemError(call: "mkdir(2)", code: code)
      }
    }
    return try open(path: path)
  }
}
