// SPDX-License-Identifier: MIT

/// A frame that stands in a slot of the shared memory; 48 bytes.
public struct CameraFrame: FixedBody, Hashable {
  /// The size of the layout in bytes.
  public static let byteCount = 48

  /// The frame's number in its stream, from 0; gaps are dropped frames.
  public let frame: UInt64
  /// When it was taken, on `CLOCK_MONOTONIC`, in nanoseconds.
  public let timestampNanoseconds: UInt64
  /// Which slot holds it.
  public let slot: UInt32
  /// Its width in pixels.
  public let width: UInt32
  /// Its height in pixels.
  public let height: UInt32
  /// The distance between two rows in bytes.
  public let bytesPerRow: UInt32
  /// How many frames were dropped since the last one that was sent.
  public let droppedSinceLast: UInt32
  /// The pixel format as a four-character code: `BGRA` is 0x42475241.
  public let pixelFormat: UInt32

  /// Makes the value from its fields.
  public init(
    frame: UInt64, timestampNanoseconds: UInt64, slot: UInt32, width: UInt32, height: UInt32,
    bytesPerRow: UInt32, droppedSinceLast: UInt32, pixelFormat: UInt32
  ) {
    self.frame = frame
    self.timestampNanoseconds = timestampNanoseconds
    self.slot = slot
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.droppedSinceLast = droppedSinceLast
    self.pixelFormat = pixelFormat
  }

  /// Reads the layout.
  ///
  /// - Throws: ``WireError/bodySize(expected:actual:)``.
  public init(body: [UInt8]) throws(WireError) {
    var reader = try Self.reader(for: body)
    frame = reader.read(UInt64.self)
    timestampNanoseconds = reader.read(UInt64.self)
    slot = reader.read(UInt32.self)
    width = reader.read(UInt32.self)
    height = reader.read(UInt32.self)
    bytesPerRow = reader.read(UInt32.self)
    droppedSinceLast = reader.read(UInt32.self)
    pixelFormat = reader.read(UInt32.self)
  }

  /// The layout's bytes; never throws.
  public func encodedBody() throws(WireError) -> [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.write(frame)
    writer.write(timestampNanoseconds)
    writer.write(slot)
    writer.write(width)
    writer.write(height)
    writer.write(bytesPerRow)
    writer.write(droppedSinceLast)
    writer.write(pixelFormat)
    writer.write(0 as UInt64)
    return writer.bytes
  }
}

/// The guest no longer reads a slot; 8 bytes.
public struct CameraRelease: FixedBody, Hashable {
  /// The size of the layout in bytes.
  public static let byteCount = 8

  /// Which slot.
  public let slot: UInt32

  /// Makes the value from its fields.
  public init(slot: UInt32) {
    self.slot = slot
  }

  /// Reads the layout.
  ///
  /// - Throws: ``WireError/bodySize(expected:actual:)``.
  public init(body: [UInt8]) throws(WireError) {
    var reader = try Self.reader(for: body)
    slot = reader.read(UInt32.self)
  }

  /// The layout's bytes; never throws.
  public func encodedBody() throws(WireError) -> [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.write(slot)
    writer.write(0 as UInt32)
    return writer.bytes
  }
}
