// SPDX-License-Identifier: MIT

import Synchronization

/// The last byte that went to standard output.
final class LastByte: Sendable {
  private let value = Atomic<UInt8>(UInt8(ascii: "\n"))

  /// Whether it is in the middle of a line.
  var isInLine: Bool { value.load(ordering: .relaxed) != UInt8(ascii: "\n") }

  func set(_ byte: UInt8) { value.store(byte, ordering: .relaxed) }
}
