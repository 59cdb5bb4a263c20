// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

extension ProcessDescriptor {
  /// The process number behind this pidfd in the reader's namespace, from `/proc/self/fdinfo`.
  ///
  /// Nil when the process has been reaped or `/proc` cannot be read; the number is for people, so
  /// its absence is no error.
  var number: Int32? {
    let path = "/proc/self/fdinfo/\(descriptor.rawValue)"
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    let information = SharedDescriptor(adopting: file)
    guard let bytes = try? information.read(maximumBytes: 1024) else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: "Pid:".utf8) {
      let text = String(decoding: line.dropFirst(4), as: UTF8.self)
      guard let number = Int32(text.drop { $0 == " " || $0 == "\t" }), number > 0 else {
        return nil
      }
      return number
    }
    return nil
  }
}
