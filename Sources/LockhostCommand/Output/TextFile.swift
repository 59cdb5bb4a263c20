// SPDX-License-Identifier: MIT

import Glibc
import LockhostExec
import LockhostSystem

/// Small text files that a person names: scripts and policies.
enum TextFile {
  /// The largest file that is read, unless a larger one is expected.
  static let usualMaximum = 1 << 20

  /// The text of a file; `-` is standard input.
  ///
  /// Waits for the writer of a pipe, and for a person at a terminal; Ctrl-C ends that wait with the
  /// program.
  ///
  /// - Throws: LH5107 for a file that cannot be read, is larger than such a text ever is, or is not
  ///   UTF-8.
  static func read(
    _ path: String, maximumBytes: Int = usualMaximum
  ) throws(CommandFailure) -> String {
    try SignalWatch.lettingThrough { () throws(CommandFailure) in
      try readWaiting(path, maximumBytes)
    }
  }

  private static func readWaiting(
    _ path: String, _ maximumBytes: Int
  ) throws(CommandFailure) -> String {
    let descriptor =
      path == "-"
      ? fcntl(0, F_DUPFD_CLOEXEC, 0) : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(path, SystemError(call: "open(2)", code: errno)) }
    let owned = OwnedDescriptor(adopting: descriptor)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= maximumBytes {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(owned.rawValue, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw unreadable(path, SystemError(call: "read(2)", code: errno))
      }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw .usage("LH5107", "\(path) is no text, or larger than such a text ever is")
    }
    return text
  }

  private static func unreadable(_ path: String, _ error: SystemError) -> CommandFailure {
    .usage(
      "LH5107", "\(path) cannot be read: \(error.message)",
      help: ["check the path; `-` is standard input"])
  }
}
