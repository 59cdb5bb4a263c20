// SPDX-License-Identifier: MIT

import Foundation
import LockhostExec
import LockhostSystem

/// The file that `--json-output` names: found at the start, written at the end.
///
/// A regular file, or none yet, is replaced whole. Through a symbolic link it is the link's target
/// that is replaced, never the link. Anything else, such as a device or a FIFO, is written to.
struct RecordFile: Sendable {
  private enum Target: Sendable {
    case replaced(FileName, in: Directory)
    case written(SharedDescriptor)
  }

  private let path: String
  private let target: Target
  /// What to do when it cannot be written at last.
  private let advice: [String]

  /// Finds the place, so that a wrong path is known before a session and not after.
  ///
  /// - Throws: LH5008.
  init(
    path: String,
    advice: [String] = ["it is stored with the session: `lockhost sessions show last --json`"]
  ) throws(CommandFailure) {
    self.path = path
    self.advice = advice
    guard !path.isEmpty, !path.hasSuffix("/") else {
      throw .usage("LH5008", "`\(path)` is no path of a file", help: ["name a file"])
    }
    do throws(SystemError) {
      target = try Self.find(path)
    } catch {
      throw .usage(
        "LH5008", "the record cannot be written to \(path): \(error.message)",
        help: [
          error.code == ENXIO
            ? "start what reads it first" : "check the path; its folder must be there"
        ])
    }
  }

  /// Writes the record: into a regular file whole, or not at all.
  func write(_ line: String) throws(CommandFailure) {
    let bytes = Array((line + "\n").utf8)
    do throws(SystemError) {
      switch target {
      case .replaced(let name, let folder):
        try AtomicFile.write(bytes, to: name, in: folder, permissions: 0o644)
      case .written(let descriptor):
        try StandardStream.write(bytes, to: descriptor.rawValue)
      }
    } catch {
      throw CommandFailure(
        code: "LH5008", "the record cannot be written to \(path): \(error.message)",
        help: advice,
        exitStatus: ExitStatus.badData)
    }
  }

  // MARK: Finding

  private static func find(_ path: String) throws(SystemError) -> Target {
    var link = stat()
    guard unsafe lstat(path, &link) == 0 else {
      guard errno == ENOENT else { throw SystemError(call: "lstat(2)", code: errno) }
      return try replaced(path)
    }
    if isRegular(link) { return try replaced(path) }
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { throw SystemError(call: "stat(2)", code: errno) }
    guard isRegular(facts) else { return .written(try open(path)) }
    // `/dev/stdout` into a file: what else is written there must not be lost.
    for stream: Int32 in [1, 2] {
      var own = stat()
      guard unsafe fstat(stream, &own) == 0, own.st_dev == facts.st_dev, own.st_ino == facts.st_ino
      else { continue }
      let copy = fcntl(stream, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw SystemError(call: "fcntl(2)", code: errno) }
      return .written(SharedDescriptor(adopting: copy))
    }
    guard let real = unsafe realpath(path, nil) else {
      throw SystemError(call: "realpath(3)", code: errno)
    }
    defer { unsafe free(real) }
    return try replaced(unsafe String(cString: real))
  }

  private static func replaced(_ path: String) throws(SystemError) -> Target {
    let url = URL(filePath: path)
    guard let name = FileName(url.lastPathComponent) else {
      throw SystemError(call: "openat2(2)", code: EINVAL)
    }
    return .replaced(
      name,
      in: try Directory.open(
        path: url.deletingLastPathComponent().standardizedFileURL.path(percentEncoded: false)))
  }

  /// Opens what is no regular file; a FIFO must have its reader.
  private static func open(_ path: String) throws(SystemError) -> SharedDescriptor {
    let number = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard number >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    return SharedDescriptor(adopting: number)
  }

  private static func isRegular(_ facts: stat) -> Bool { facts.st_mode & S_IFMT == S_IFREG }
}
