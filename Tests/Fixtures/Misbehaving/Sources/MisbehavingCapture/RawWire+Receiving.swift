// SPDX-License-Identifier: MIT

import Glibc

extension RawWire {
  /// What the host sends.
  struct Packet {
    let kind: UInt8
    let route: UInt16
    let body: [UInt8]
    let descriptors: [Int32]
  }

  /// Waits for a packet.
  ///
  /// - Returns: Nil when the host has hung up.
  static func receive() -> Packet? {
    var bytes = [UInt8](repeating: 0, count: 65_552)
    // Room for one `cmsghdr` with as many descriptors as a message may have, and some.
    var control = [UInt8](repeating: 0, count: 64)
    let (count, controlCount) = bytes.withUnsafeMutableBytes { data in
      control.withUnsafeMutableBytes { ancillary in
        var vector = iovec(iov_base: data.baseAddress, iov_len: data.count)
        return withUnsafeMutablePointer(to: &vector) { vector -> (Int, Int) in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = ancillary.baseAddress
          message.msg_controllen = ancillary.count
          return (recvmsg(Self.descriptor, &message, 0), Int(message.msg_controllen))
        }
      }
    }
    guard count >= 16 else { return nil }
    let descriptors = stride(from: 16, to: max(16, controlCount - 3), by: 4).map { offset in
      control.withUnsafeBytes { $0.load(fromByteOffset: offset, as: Int32.self) }
    }
    // Eight bytes hold two of them; the header says how many there are.
    return Packet(
      kind: bytes[3], route: UInt16(bytes[4]) | UInt16(bytes[5]) << 8,
      body: Array(bytes[16..<count]), descriptors: Array(descriptors.prefix(Int(bytes[7]))))
  }
}
