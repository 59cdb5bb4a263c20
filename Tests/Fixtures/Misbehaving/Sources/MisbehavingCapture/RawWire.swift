// SPDX-License-Identifier: MIT

import Glibc

/// The wire without the SDK: packets that no well-meaning guest sends.
///
/// Docs/WireProtocol.md has the layout of those that are well formed.
enum RawWire {
  static let descriptor: Int32 = 3

  /// Says hello as the SDK does, then reads nothing for as long as it lives.
  static func connectAndNeverRead() -> Never {
    send(route: 0x0001, body: hello)
    print("connected")
    fflush(nil)
    while true {
      send(route: 0x0101, body: #"{"mediaType":"video"}"#)
      usleep(20_000)
    }
  }

  /// Asks a cheap question as fast as the host takes it.
  static func flood() {
    for _ in 0..<200_000 { send(route: 0x0101, body: #"{"mediaType":"video"}"#, loud: false) }
    print("flooded the wire")
  }

  static func sendGarbage() {
    // A fixed sequence (xorshift), so that a failure can be told again.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    for _ in 0..<10_000 {
      let count = Int(next() % 300)
      var packet = (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
      // Half of them with a good beginning, so that the rest is looked at.
      if next() % 2 == 0, packet.count >= 16 {
        packet.replaceSubrange(0..<4, with: [0x4C, 0x48, 1, 0])
      }
      transmit(packet)
    }
    print("garbage: sent")
  }

  static func sendDeepMessage() {
    let depth = 10_000
    let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    send(route: 0x0303, body: #"{"assets":\#(body)}"#)
    print("deep message: sent")
  }

  static func passDescriptors(count: Int) {
    transmit(
      packet(route: 0x0303, body: "{}", descriptors: 4),
      passing: [Int32](repeating: 0, count: count))
    print("passed \(count) descriptors")
  }

  /// A photo whose file can still shrink under the host's hands.
  static func passUnsealedPhoto() {
    let path = "/container/tmp/unsealed"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    ftruncate(file, 1 << 20)
    let body =
      #"{"assets":[{"mediaType":"image","resources":[{"type":1,"descriptor":0}]}]}"#
    transmit(packet(route: 0x0303, body: body, descriptors: 1), passing: [file])
    ftruncate(file, 0)
    print("passed an unsealed file")
  }

  static func send(route: UInt16, body: String, loud: Bool = true) {
    let sent = transmit(packet(route: route, body: body, descriptors: 0))
    if loud, sent < 0 { print("route \(route): errno \(errno)") }
  }

  static let hello =
    #"{"protocolMinimum":1,"protocolMaximum":1,"role":"extension","sdk":"raw"}"#

  /// Tells the host something, which nobody answers.
  static func send(event route: UInt16, body: [UInt8]) {
    transmit(
      [0x4C, 0x48, 1, 3, UInt8(truncatingIfNeeded: route), UInt8(truncatingIfNeeded: route >> 8)]
        + [UInt8](repeating: 0, count: 10) + body)
  }

  private static func packet(route: UInt16, body: String, descriptors: UInt8) -> [UInt8] {
    identifier += 1
    var bytes: [UInt8] = [0x4C, 0x48, 1, 0]
    bytes += [UInt8(truncatingIfNeeded: route), UInt8(truncatingIfNeeded: route >> 8)]
    bytes += [0, descriptors]
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: identifier >> UInt64(shift)))
    }
    return bytes + Array(body.utf8)
  }

  /// Far from the SDK's own numbers, which count from one.
  nonisolated(unsafe) private static var identifier: UInt64 = 1 << 40

  @discardableResult
  private static func transmit(_ bytes: [UInt8], passing descriptors: [Int32] = []) -> Int {
    // cmsghdr: length, level, type, then the descriptors, padded to eight bytes.
    var control = [UInt8]()
    if !descriptors.isEmpty {
      let length = 16 + 4 * descriptors.count
      withUnsafeBytes(of: UInt64(length)) { control += $0 }
      withUnsafeBytes(of: Int32(SOL_SOCKET)) { control += $0 }
      withUnsafeBytes(of: Int32(1)) { control += $0 }  // SCM_RIGHTS
      for descriptor in descriptors { withUnsafeBytes(of: descriptor) { control += $0 } }
      control += [UInt8](repeating: 0, count: (8 - control.count % 8) % 8)
    }
    var bytes = bytes
    let count = bytes.count
    return bytes.withUnsafeMutableBytes { data in
      control.withUnsafeMutableBytes { ancillary in
        var vector = iovec(iov_base: data.baseAddress, iov_len: count)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = ancillary.isEmpty ? nil : ancillary.baseAddress
          message.msg_controllen = ancillary.count
          return sendmsg(Self.descriptor, &message, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }
}
