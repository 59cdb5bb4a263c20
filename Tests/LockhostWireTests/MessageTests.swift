// SPDX-License-Identifier: MIT

import LockhostWire
import Testing

@Suite("Packets")
struct MessageTests {
  private let sample = MessageTests.packet()

  private static func packet() -> [UInt8] {
    [0x4C, 0x48, 1, 3, 0x13, 0x01, 0, 0] + [UInt8](repeating: 0, count: 8) + [
      3, 0, 0, 0, 0, 0, 0, 0,
    ]
  }

  @Test("a good packet is read") func good() throws {
    let message = try Message(packet: sample, descriptorCount: 0)
    #expect(message.header.route == .cameraRelease)
    #expect(message.header.kind == .event)
    #expect(try CameraRelease(body: message.body).slot == 3)
  }

  @Test(
    "each bad header field is refused by name",
    arguments: [
      (0, 0x4D as UInt8, WireError.badMagic(0x484D)),
      (2, 2, .unsupportedHeaderVersion(2)),
      (3, 9, .unknownKind(9)),
      (6, 0x80, .reservedFlags(0x80)),
      (7, 5, .descriptorCount(declared: 5, received: 0)),
      (7, 1, .descriptorCount(declared: 1, received: 0)),
      (8, 1, .badRequestID(1, kind: .event)),
      (3, 0, .badRequestID(0, kind: .request)),
    ])
  func badField(offset: Int, value: UInt8, expected: WireError) {
    var packet = sample
    packet[offset] = value
    // The number of descriptors is checked in the header before it is compared with what arrived.
    let expected = value == 5 ? WireError.tooManyDescriptors(5) : expected
    #expect(throws: expected) { try Message(packet: packet, descriptorCount: 0) }
  }

  @Test("every packet shorter than a header is refused") func truncated() {
    for count in 0..<WireLimits.headerBytes {
      #expect(throws: WireError.truncatedHeader(bytes: count)) {
        try Message(packet: Array(sample.prefix(count)), descriptorCount: 0)
      }
    }
  }

  @Test("descriptors that the header does not announce are refused") func surplusDescriptor() {
    #expect(throws: WireError.descriptorCount(declared: 0, received: 1)) {
      try Message(packet: sample, descriptorCount: 1)
    }
  }

  @Test("the largest body is accepted, one byte more is not") func bodySize() throws {
    let largest = Array(sample.prefix(16)) + [UInt8](repeating: 0x20, count: WireLimits.bodyBytes)
    #expect(try Message(packet: largest, descriptorCount: 0).body.count == WireLimits.bodyBytes)
    #expect(throws: WireError.bodyTooLarge(bytes: WireLimits.bodyBytes + 1)) {
      try Message(packet: largest + [0x20], descriptorCount: 0)
    }
  }

  @Test("an unknown route keeps its number, so that it can be answered") func unknownRoute() throws
  {
    let header = try MessageHeader(
      kind: .request, routeNumber: 0xFFFF, descriptorCount: 0, requestID: .max)
    let read = try MessageHeader(decoding: header.encoded)
    #expect(read.route == nil)
    #expect(read.routeNumber == 0xFFFF)
    #expect(read.requestID == .max)
  }

  @Test("a fixed body of another size is refused") func fixedSize() {
    #expect(throws: WireError.bodySize(expected: 48, actual: 47)) {
      try CameraFrame(body: [UInt8](repeating: 0, count: 47))
    }
    #expect(throws: WireError.bodySize(expected: 24, actual: 25)) {
      try CaptureEvent(body: [UInt8](repeating: 0, count: 25))
    }
  }

  @Test("fixed bodies keep extreme values") func fixedExtremes() throws {
    let frame = CameraFrame(
      frame: .max, timestampNanoseconds: .max, slot: .max, width: .max, height: .max,
      bytesPerRow: .max, droppedSinceLast: .max, pixelFormat: .max)
    #expect(try CameraFrame(body: frame.encodedBody()) == frame)
    let progress = PhotoProgress(uniqueID: .min, phase: .max)
    #expect(try PhotoProgress(body: progress.encodedBody()) == progress)
  }
}
