// SPDX-License-Identifier: MIT

/// How far a photo is; 16 bytes.
public struct PhotoProgress: FixedBody, Hashable {
  /// The size of the layout in bytes.
  public static let byteCount = 16

  /// The request's unique id.
  public let uniqueID: Int64
  /// 1 will begin, 2 will capture, 3 did capture.
  public let phase: UInt32

  /// Makes the value from its fields.
  public init(uniqueID: Int64, phase: UInt32) {
    self.uniqueID = uniqueID
    self.phase = phase
  }

  /// Reads the layout.
  ///
  /// - Throws: ``WireError/bodySize(expected:actual:)``.
  public init(body: [UInt8]) throws(WireError) {
    var reader = try Self.reader(for: body)
    uniqueID = Int64(bitPattern: reader.read(UInt64.self))
    phase = reader.read(UInt32.self)
  }

  /// The layout's bytes; never throws.
  public func encodedBody() throws(WireError) -> [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.write(UInt64(bitPattern: uniqueID))
    writer.write(phase)
    writer.write(0 as UInt32)
    return writer.bytes
  }
}
