// SPDX-License-Identifier: MIT

/// One message: a header and its body's bytes, without the descriptors that travel beside it.
public struct Message: Hashable, Sendable {
  /// What the message is, for whom and with how many descriptors.
  public let header: MessageHeader
  /// The body as it travels, at most ``WireLimits/bodyBytes``.
  public let body: [UInt8]

  /// Makes a message from a header and a body.
  ///
  /// - Throws: ``WireError/bodyTooLarge(bytes:)``.
  public init(header: MessageHeader, body: [UInt8]) throws(WireError) {
    guard body.count <= WireLimits.bodyBytes else { throw .bodyTooLarge(bytes: body.count) }
    self.header = header
    self.body = body
  }

  /// Makes a message of a known route.
  ///
  /// - Parameter requestID: 0 for events, and only for events.
  /// - Throws: ``WireError`` when the id, the body or the number of descriptors is not allowed.
  public init(
    _ kind: MessageKind, _ route: Route, requestID: UInt64 = 0, body: [UInt8],
    descriptorCount: Int = 0
  ) throws(WireError) {
    try self.init(
      kind, number: route.rawValue, requestID: requestID, body: body,
      descriptorCount: descriptorCount)
  }

  /// Makes a message of a route that only its number is known of: ``Route/ownNumbers``.
  ///
  /// - Throws: ``WireError`` as for a known route.
  public init(
    _ kind: MessageKind, number: UInt16, requestID: UInt64 = 0, body: [UInt8],
    descriptorCount: Int = 0
  ) throws(WireError) {
    try self.init(
      header: MessageHeader(
        kind: kind, routeNumber: number, descriptorCount: descriptorCount, requestID: requestID),
      body: body)
  }

  /// Reads one packet.
  ///
  /// Only the header and the sizes are checked; the body is decoded by its type.
  ///
  /// - Parameter descriptorCount: How many descriptors arrived with the packet.
  /// - Throws: ``WireError`` for the first thing that is not acceptable.
  public init(packet: [UInt8], descriptorCount: Int) throws(WireError) {
    let header = try MessageHeader(decoding: packet)
    guard packet.count <= WireLimits.packetBytes else {
      throw .bodyTooLarge(bytes: packet.count - WireLimits.headerBytes)
    }
    guard Int(header.descriptorCount) == descriptorCount else {
      throw .descriptorCount(
        declared: Int(header.descriptorCount), received: descriptorCount)
    }
    try self.init(header: header, body: Array(packet.dropFirst(WireLimits.headerBytes)))
  }

  /// The packet's bytes: the header, then the body.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: WireLimits.headerBytes + body.count)
    header.write(to: &writer)
    writer.write(body)
    return writer.bytes
  }
}
