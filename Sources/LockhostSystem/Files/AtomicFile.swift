// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// Small files that are either as they were or as they should be, at every moment.
public enum AtomicFile {
  /// Writes a file in place of the one that has the name, if one has.
  ///
  /// Writes beside it, waits for the disk, renames, and waits for the directory. A reader sees the
  /// old bytes or the new ones; so does the next start after a crash. What a crash leaves beside it
  /// is removed by ``removeLeftovers(in:)``.
  ///
  /// - Parameter waitsForDisk: Without it, the file is whole after any crash of a program, but not
  ///   after a crash of the machine. Costs nothing, for what is only a note to the next start.
  /// - Throws: `SystemError` with `ENOSPC` or `EDQUOT` when the disk is full, `EACCES`, `EROFS`. The
  ///   old file is then untouched.
  public static func write(
    _ bytes: [UInt8], to name: FileName, in directory: Directory, permissions: UInt32 = 0o600,
    waitsForDisk: Bool = true
  ) throws(SystemError) {
    let (temporary, file) = try make(in: directory, permissions: permissions)
    do {
      try file.writeAll(bytes)
      if waitsForDisk {
        _ = try retryingInterrupts("fsync(2)") { fsync(file.rawValue) }
      }
      try directory.move(temporary, to: directory, as: name, replacing: true)
    } catch {
      // The write's own error is the one to tell; an unlink that fails too leaves a leftover.
      try? directory.unlink(temporary)
      throw error
    }
    if waitsForDisk { try directory.synchronize() }
  }

  /// Makes a file beside the others and locks it, so that nobody takes it for a leftover.
  private static func make(
    in directory: Directory, permissions: UInt32
  ) throws(SystemError) -> (FileName, SharedDescriptor) {
    while true {
      let temporary = FileName.random(prefix: ".lh-new-")
      let file = try directory.makeFile(temporary, permissions: permissions)
      // Until it is locked it looks like a leftover, and a collector that was faster removes it.
      _ = try retryingInterrupts("flock(2)") { flock(file.rawValue, LOCK_EX) }
      if try directory.contains(temporary) { return (temporary, file) }
    }
  }

  /// A file that was made before it is known what will stand in it.
  ///
  /// Making a file is the dear part of writing a small one. Nobody takes it for a leftover while this
  /// lives.
  public final class Spare: Sendable {
    private let directory: Directory
    private let name: FileName
    private let file: Mutex<SharedDescriptor?>

    /// Makes the file.
    ///
    /// - Throws: `SystemError` as ``AtomicFile/write(_:to:in:permissions:waitsForDisk:)`` does.
    public init(in directory: Directory) throws(SystemError) {
      self.directory = directory
      let (name, file) = try AtomicFile.make(in: directory, permissions: 0o600)
      self.name = name
      self.file = Mutex(file)
    }

    /// Writes it, and puts it in the place of the one that has the name; does not wait for the disk.
    ///
    /// - Returns: False when it was used before.
    /// - Throws: `SystemError` with `ENOSPC` or `EDQUOT` when the disk is full.
    public func write(_ bytes: [UInt8], as newName: FileName) throws(SystemError) -> Bool {
      guard let file = file.withLock({ $0.take() }) else { return false }
      do {
        try file.writeAll(bytes)
        try directory.move(name, to: directory, as: newName, replacing: true)
      } catch {
        // The write's own error is the one to tell; an unlink that fails too leaves a leftover.
        try? directory.unlink(name)
        throw error
      }
      return true
    }
  }

  /// Reads a whole small file.
  ///
  /// - Throws: `SystemError` with `ENOENT`; `EFBIG` for a file that is larger than asked for, `ELOOP`
  ///   for a link, `EINVAL` for what is no plain file.
  public static func read(
    _ name: FileName, in directory: Directory, maximumBytes: Int
  ) throws(SystemError) -> [UInt8] {
    let file = try directory.file(name)
    var bytes: [UInt8] = []
    while true {
      guard let more = try file.read(maximumBytes: min(65_536, maximumBytes + 1 - bytes.count))
      else { throw SystemError(call: "read(2)", code: EAGAIN) }
      if more.isEmpty { return bytes }
      bytes += more
      guard bytes.count <= maximumBytes else { throw SystemError(call: "read(2)", code: EFBIG) }
    }
  }

  /// Removes what writers that died have left in a directory; those at work are let be.
  public static func removeLeftovers(in directory: Directory) throws(SystemError) {
    for name in try directory.names() where name.hasPrefix(".lh-new-") {
      do {
        let file = try directory.file(name)
        // A rename may have come between; the name is then gone, or locked.
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0,
          try directory.facts(of: name).identity == FileFacts(of: file).identity
        else { continue }
        try directory.unlink(name)
      } catch let error where error.code == ENOENT || error.code == EINVAL || error.code == ELOOP {
        continue
      }
    }
  }
}
