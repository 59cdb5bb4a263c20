// SPDX-License-Identifier: MIT

/// A body of fixed size and layout, for messages that come per frame or per event.
///
/// All integers are little endian, without padding that is not a named, reserved field.
/// Reserved fields are written as 0 and ignored when read.
public protocol FixedBody: WireBody {
  /// The body's size in bytes.
  static var byteCount: Int { get }
}

extension FixedBody {
  /// Checks a received body's size.
  static func reader(for body: [UInt8]) throws(WireError) -> ByteReader {
    guard body.count == byteCount else {
      throw .bodySize(expected: byteCount, actual: body.count)
    }
    return ByteReader(body)
  }
}
