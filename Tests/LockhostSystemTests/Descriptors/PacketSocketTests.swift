// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import Testing

@Suite("A packet socket", .timeLimit(.minutes(1)))
struct PacketSocketTests {
  private func packet(_ received: PacketSocket.Received) throws -> PacketSocket.Packet {
    guard case .packet(let packet) = received else {
      Issue.record("no packet but \(received)")
      throw SystemError(call: "receive", code: EINVAL)
    }
    return packet
  }

  @Test("keeps packets apart, and passes descriptors close-on-exec")
  func passesDescriptors() throws {
    let (left, right) = try PacketSocket.pair()
    let pipe = try Pipe()
    try left.send([1, 2])
    try left.send([3], descriptors: [pipe.reading])
    #expect(try packet(right.receive()).bytes == [1, 2])
    let second = try packet(right.receive())
    #expect(second.bytes == [3])
    try #require(second.descriptors.count == 1)
    #expect(fcntl(second.descriptors[0].rawValue, F_GETFD) & FD_CLOEXEC != 0)
    try pipe.writing.writeAll([9])
    #expect(try second.descriptors[0].read(maximumBytes: 4) == [9])
  }

  @Test("a packet that is too long is marked as truncated, with its descriptors owned")
  func truncated() throws {
    let (left, right) = try PacketSocket.pair()
    try left.send([UInt8](repeating: 7, count: 100))
    let packet = try packet(right.receive(maximumBytes: 10))
    #expect(packet.isTruncated)
    #expect(packet.bytes.count == 10)
  }

  @Test("two hundred descriptors arrive and are closed again")
  func manyDescriptors() throws {
    let (left, right) = try PacketSocket.pair()
    let pipe = try Pipe()
    try left.send([1], descriptors: [SharedDescriptor](repeating: pipe.writing, count: 200))
    do {
      let packet = try packet(right.receive())
      #expect(packet.descriptors.count == 200)
      #expect(!packet.isTruncated)
    }
    // If any of the two hundred were still open, this would wait for ever.
    try pipe.reading.setNonblocking()
    #expect(try pipe.reading.read(maximumBytes: 1) == nil)
  }

  @Test("does not wait when told not to, on either side")
  func nonblocking() throws {
    let (left, right) = try PacketSocket.pair()
    guard case .wouldBlock = try right.receive(waiting: false) else {
      Issue.record("an empty socket gave a packet")
      return
    }
    var sent = 0
    while try left.send([UInt8](repeating: 0, count: 1024), waiting: false) { sent += 1 }
    #expect(sent > 0)
  }

  @Test("the end of the other side is an end, and sending to it an error, not a signal")
  func closed() throws {
    let (near, _) = try PacketSocket.pair()
    guard case .closed = try near.receive() else {
      Issue.record("a socket without a peer gave a packet")
      return
    }
    #expect(throws: SystemError(call: "sendmsg(2)", code: EPIPE)) { try near.send([1]) }
  }
}
