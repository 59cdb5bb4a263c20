// SPDX-License-Identifier: MIT

import CLinux
import Glibc

extension DirectoryTree {
  /// What a removal did, and what it could not do.
  public struct Removal: Sendable {
    /// Something that could not be removed.
    public struct Leftover: Hashable, Sendable {
      /// Its name in the directory that held it last.
      ///
      /// Deep directories have been moved up by then.
      public let name: FileName
      /// Why it is still there.
      public let error: SystemError
    }

    /// The most leftovers that are named; the rest are only counted.
    public static let namedLeftovers = 64

    /// How many entries that are no directories were removed.
    public internal(set) var files = 0
    /// How many directories were removed.
    public internal(set) var directories = 0
    /// The size of the plain files that were removed, in bytes.
    public internal(set) var bytes = 0
    /// What is still there, at most ``namedLeftovers`` entries.
    public internal(set) var leftovers: [Leftover] = []
    /// How many entries are still there.
    public internal(set) var leftoverCount = 0

    /// Whether everything is gone.
    public var isComplete: Bool { leftoverCount == 0 }
  }

  /// Removes an entry with all that it holds.
  ///
  /// - Parameter identity: Which file it must be. With another one in its place nothing is done.
  /// - Throws: `SystemError` with `ESTALE` for another file in its place; `ENOENT` is no error.
  /// - Returns: What was done. Look at ``Removal/isComplete``.
  public static func remove(
    _ name: FileName, in parent: Directory, expecting identity: FileIdentity? = nil
  ) throws(SystemError) -> Removal {
    var removal = Removal()
    let facts: FileFacts
    do {
      facts = try parent.facts(of: name)
    } catch let error where error.code == ENOENT {
      return removal
    }
    if let identity, facts.identity != identity {
      throw SystemError(call: "statx(2)", code: ESTALE)
    }
    guard facts.kind == .directory else {
      try parent.unlink(name)
      removal.files = 1
      if facts.kind == .file { removal.bytes = facts.size }
      return removal
    }
    let directory = try openForRemoval(name, in: parent)
    guard try directory.facts().identity == facts.identity else {
      throw SystemError(call: "openat2(2)", code: ESTALE)
    }
    removal = try removeContents(of: directory)
    guard removal.isComplete else { return removal }
    try parent.removeDirectory(name)
    removal.directories += 1
    return removal
  }

  /// Removes everything that a directory holds, and leaves the directory.
  ///
  /// Needs two descriptors and the same memory for a tree of any depth: a directory inside another
  /// one is first moved up to the top, so that nothing is ever more than one level away.
  public static func removeContents(of top: Directory) throws(SystemError) -> Removal {
    var worker = RemovalWorker(top: top)
    return try worker.run()
  }

  /// Opens a directory that is to be emptied, giving its owner the right to do so first.
  ///
  /// A guest may have left directories that nobody may read, enter or change. The mode is changed
  /// through a held descriptor, so that it is this directory's and not that of a file which has
  /// taken its name.
  static func openForRemoval(
    _ name: FileName, in parent: Directory
  ) throws(SystemError) -> Directory {
    do {
      let directory = try parent.directory(name)
      let facts = try directory.facts()
      if facts.permissions & 0o700 != 0o700, facts.user == geteuid() {
        try change(directory.descriptor, toMode: facts.permissions | 0o700)
      }
      return directory
    } catch let error where error.code == EACCES {
      let held = try parent.hold(name)
      let facts = try FileFacts(of: held)
      guard facts.kind == .directory, facts.user == geteuid() else { throw error }
      try change(held, toMode: facts.permissions | 0o700)
      let directory = try parent.directory(name)
      guard try directory.facts().identity == facts.identity else {
        throw SystemError(call: "openat2(2)", code: ESTALE)
      }
      return directory
    }
  }

  /// Changes the mode of the very file behind a descriptor.
  static func change(_ held: SharedDescriptor, toMode mode: UInt32) throws(SystemError) {
    guard lh_chmod_descriptor(held.rawValue, mode) == 0 else { throw .last("chmod(2)") }
  }
}

extension DirectoryTree {
  /// Opens a directory that a guest had, giving back its owner's rights first if need be.
  ///
  /// - Throws: `SystemError` with `ENOENT`, `ENOTDIR`, `ELOOP`, `EXDEV`, `EACCES`.
  public static func openOwned(
    _ name: FileName, in parent: Directory
  ) throws(SystemError) -> Directory {
    try openForRemoval(name, in: parent)
  }
}
