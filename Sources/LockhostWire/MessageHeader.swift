// SPDX-License-Identifier: MIT

/// The 16 bytes in front of every message, little endian.
///
/// | Offset | Size | Field |
/// | ---: | ---: | --- |
/// | 0 | 2 | magic, `0x484C` |
/// | 2 | 1 | header version, 1 |
/// | 3 | 1 | kind |
/// | 4 | 2 | route |
/// | 6 | 1 | flags, 0 |
/// | 7 | 1 | descriptor count |
/// | 8 | 8 | request id, 0 for events |
///
/// The route stays a number here, so that an unknown one can be answered with a failure that
/// carries its request id.
public struct MessageHeader: Hashable, Sendable {
  /// The first two bytes of every message: `LH` in memory.
  public static let magic: UInt16 = 0x484C
  /// The version of this layout.
  public static let version: UInt8 = 1

  /// What the message is to its receiver.
  public let kind: MessageKind
  /// The route's number, perhaps of a route that this side does not know.
  public let routeNumber: UInt16
  /// How many descriptors travel with the message, at most ``WireLimits/descriptors``.
  public let descriptorCount: UInt8
  /// Pairs a request with its answer; 0 for events only.
  public let requestID: UInt64

  /// The route, or nil when this side does not know its number.
  public var route: Route? { Route(rawValue: routeNumber) }

  /// Makes a header, checked as a received one is.
  ///
  /// - Throws: ``WireError/badRequestID(_:kind:)`` or ``WireError/tooManyDescriptors(_:)``.
  public init(
    kind: MessageKind, routeNumber: UInt16, descriptorCount: Int, requestID: UInt64
  )
    throws(WireError)
  {
    guard let count = UInt8(exactly: descriptorCount), count <= WireLimits.descriptors else {
      throw .tooManyDescriptors(descriptorCount)
    }
    guard (kind == .event) == (requestID == 0) else {
      throw .badRequestID(requestID, kind: kind)
    }
    self.kind = kind
    self.routeNumber = routeNumber
    self.descriptorCount = count
    self.requestID = requestID
  }

  /// Reads the header at the front of a packet.
  ///
  /// - Throws: ``WireError`` for the first field, in order of offset, that is not acceptable.
  public init(decoding packet: [UInt8]) throws(WireError) {
    guard packet.count >= WireLimits.headerBytes else {
      throw .truncatedHeader(bytes: packet.count)
    }
    var reader = ByteReader(packet)
    let magic = reader.read(UInt16.self)
    guard magic == Self.magic else { throw .badMagic(magic) }
    let version = reader.read(UInt8.self)
    guard version == Self.version else { throw .unsupportedHeaderVersion(version) }
    let rawKind = reader.read(UInt8.self)
    guard let kind = MessageKind(rawValue: rawKind) else { throw .unknownKind(rawKind) }
    let routeNumber = reader.read(UInt16.self)
    let flags = reader.read(UInt8.self)
    guard flags == 0 else { throw .reservedFlags(flags) }
    let descriptorCount = reader.read(UInt8.self)
    try self.init(
      kind: kind, routeNumber: routeNumber, descriptorCount: Int(descriptorCount),
      requestID: reader.read(UInt64.self))
  }

  /// The header's 16 bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: WireLimits.headerBytes)
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout ByteWriter) {
    writer.write(Self.magic)
    writer.write(Self.version)
    writer.write(kind.rawValue)
    writer.write(routeNumber)
    writer.write(0 as UInt8)
    writer.write(descriptorCount)
    writer.write(requestID)
  }
}
