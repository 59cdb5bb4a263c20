// SPDX-License-Identifier: MIT

import LockhostSystem

/// What a guest writes to one of its standard streams, cut into lines that are safe to show.
///
/// The first part of it is passed on; what a flood writes after that is read slowly and thrown away,
/// and counted, so that neither the host's memory nor a terminal fills up, and a guest that only
/// logs too much does not hang.
struct GuestOutput {
  /// The longest line that is passed on in one piece.
  static let lineLimit = 4096
  /// What a line costs at least, so that a flood of empty ones has an end as well.
  static let lineCost = 64
  /// How much of one stream is passed on.
  static let streamLimit = ByteCount.mebibytes(1)
  /// How much is read at a time.
  static let readSize = 65_536

  private var line: [UInt8] = []
  private var passed = 0

  /// Bytes that were read and thrown away.
  private(set) var discarded = 0

  /// Whether the stream has used up what is passed on of it.
  var isFlooding: Bool { passed >= Self.streamLimit.bytes }

  /// Takes bytes as they were read, and gives the lines that they complete.
  mutating func take(_ bytes: [UInt8]) -> [String] {
    guard !isFlooding else {
      discarded += bytes.count
      return []
    }
    var lines: [String] = []
    for (place, byte) in bytes.enumerated() {
      if isFlooding {
        discarded += bytes.count - place
        break
      }
      passed += 1
      if byte == UInt8(ascii: "\n") {
        passed += max(0, Self.lineCost - line.count)
        lines.append(take())
      } else {
        line.append(byte)
        if line.count == Self.lineLimit { lines.append(take()) }
      }
    }
    if isFlooding {
      if !line.isEmpty { lines.append(take()) }
      lines.append("[more than \(Self.streamLimit) of output: the rest is thrown away]")
    }
    return lines
  }

  /// The last line, when it had no end.
  mutating func finish() -> String? {
    line.isEmpty ? nil : take()
  }

  private mutating func take() -> String {
    defer { line.removeAll(keepingCapacity: true) }
    return Self.shown(line)
  }

  /// Text with every control character spelled out, so that no guest can speak to a terminal.
  ///
  /// - SeeAlso: CVE-2023-28101, where escape sequences hid what a program asked for.
  static func shown(_ bytes: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case _ where scalar == "\t": text.unicodeScalars.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
