// SPDX-License-Identifier: MIT

/// A hardware button in one phase; 24 bytes.
public struct CaptureEvent: FixedBody, Hashable {
  /// The size of the layout in bytes.
  public static let byteCount = 24

  /// Counts button presses; all phases of one press share it.
  public let eventID: UInt64
  /// 0 primary, 1 secondary.
  public let kind: UInt32
  /// 0 began, 1 ended, 2 cancelled: the raw value of `AVCaptureEventPhase`.
  public let phase: UInt32
  /// 1 when the guest should play the capture sound.
  public let shouldPlaySound: UInt32

  /// Makes the value from its fields.
  public init(eventID: UInt64, kind: UInt32, phase: UInt32, shouldPlaySound: UInt32) {
    self.eventID = eventID
    self.kind = kind
    self.phase = phase
    self.shouldPlaySound = shouldPlaySound
  }

  /// Reads the layout.
  ///
  /// - Throws: ``WireError/bodySize(expected:actual:)``.
  public init(body: [UInt8]) throws(WireError) {
    var reader = try Self.reader(for: body)
    eventID = reader.read(UInt64.self)
    kind = reader.read(UInt32.self)
    phase = reader.read(UInt32.self)
    shouldPlaySound = reader.read(UInt32.self)
  }

  /// The layout's bytes; never throws.
  public func encodedBody() throws(WireError) -> [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.write(eventID)
    writer.write(kind)
    writer.write(phase)
    writer.write(shouldPlaySound)
    writer.write(0 as UInt32)
    return writer.bytes
  }
}

/// The guest's handler has returned; 16 bytes.
public struct CaptureEventHandled: FixedBody, Hashable {
  /// The size of the layout in bytes.
  public static let byteCount = 16

  /// The event's id.
  public let eventID: UInt64
  /// The event's phase.
  public let phase: UInt32

  /// Makes the value from its fields.
  public init(eventID: UInt64, phase: UInt32) {
    self.eventID = eventID
    self.phase = phase
  }

  /// Reads the layout.
  ///
  /// - Throws: ``WireError/bodySize(expected:actual:)``.
  public init(body: [UInt8]) throws(WireError) {
    var reader = try Self.reader(for: body)
    eventID = reader.read(UInt64.self)
    phase = reader.read(UInt32.self)
  }

  /// The layout's bytes; never throws.
  public func encodedBody() throws(WireError) -> [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.write(eventID)
    writer.write(phase)
    writer.write(0 as UInt32)
    return writer.bytes
  }
}
