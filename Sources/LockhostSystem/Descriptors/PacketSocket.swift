// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import Synchronization

/// A connected `AF_UNIX` `SOCK_SEQPACKET` socket: whole packets, in order, with descriptors.
///
/// Any thread may send or receive; the kernel keeps packets whole.
public final class PacketSocket: Sendable {
  /// One packet as it arrived.
  public struct Packet: Sendable {
    /// The data.
    public let bytes: [UInt8]

    /// The descriptors that came along, close-on-exec, owned by whoever holds them.
    public let descriptors: [SharedDescriptor]

    /// Whether data or descriptors did not fit and were cut off.
    public let isTruncated: Bool

    /// Makes a packet as it would be received, for code that judges packets.
    public init(bytes: [UInt8], descriptors: [SharedDescriptor], isTruncated: Bool) {
      self.bytes = bytes
      self.descriptors = descriptors
      self.isTruncated = isTruncated
    }
  }

  /// What one attempt to receive gave.
  public enum Received: Sendable {
    /// A packet.
    case packet(Packet)

    /// Nothing has arrived yet; only when not waiting.
    case wouldBlock

    /// The other side is gone.
    case closed
  }

  /// The socket itself, for an event loop to watch.
  public let descriptor: SharedDescriptor

  /// What the last packet was received into; nil while somebody receives.
  private let room = Mutex<[UInt8]?>(nil)

  /// Takes over a connected socket.
  public init(adopting descriptor: consuming OwnedDescriptor) {
    self.descriptor = SharedDescriptor(descriptor)
  }

  /// Memory that nobody has touched, so that only what packets fill of it takes any.
  private static func room(_ bytes: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes) { _, count in count = bytes }
  }

  /// Makes two connected sockets, both close-on-exec.
  ///
  /// - Throws: `SystemError` for `socketpair(2)` with `EMFILE` or `ENFILE`.
  public static func pair() throws(SystemError) -> (PacketSocket, PacketSocket) {
    var ends: [Int32] = [-1, -1]
    guard lh_packet_socket_pair(&ends) == 0 else { throw .last("socketpair(2)") }
    return (
      PacketSocket(adopting: OwnedDescriptor(adopting: ends[0])),
      PacketSocket(adopting: OwnedDescriptor(adopting: ends[1]))
    )
  }

  /// Sends one packet with descriptors, which stay the caller's (the kernel duplicates them).
  ///
  /// Never raises `SIGPIPE`.
  ///
  /// - Parameter waiting: Whether to wait for room. A host does not wait for a guest.
  /// - Returns: False when there was no room and `waiting` is false; nothing was sent then.
  /// - Throws: `SystemError` for `sendmsg(2)`: `EPIPE` or `ECONNRESET` when the other side is gone,
  ///   `EMSGSIZE` for a packet larger than the socket's buffer, `ETOOMANYREFS` when too many
  ///   descriptors are in flight.
  @discardableResult
  public func send(
    _ bytes: [UInt8], descriptors: [SharedDescriptor] = [], waiting: Bool = true
  ) throws(SystemError) -> Bool {
    let numbers = descriptors.map(\.rawValue)
    do {
      _ = try retryingInterrupts("sendmsg(2)") {
        bytes.withUnsafeBytes { buffer in
          lh_send_packet(
            descriptor.rawValue, buffer.baseAddress, buffer.count, numbers, numbers.count,
            waiting)
        }
      }
    } catch {
      if error.code == EAGAIN, !waiting { return false }
      throw error
    }
    withExtendedLifetime(descriptors) {}
    return true
  }

  /// Receives one packet.
  ///
  /// Every descriptor that came along is received and owned, so a surplus closes itself.
  ///
  /// - Parameters:
  ///   - maximumBytes: The longest packet that is not truncated.
  ///   - waiting: Whether to wait for a packet.
  /// - Throws: `SystemError` for `recvmsg(2)`.
  public func receive(
    maximumBytes: Int = 65_536 + 64, waiting: Bool = true
  ) throws(SystemError) -> Received {
    // Room for the longest packet is kept from one to the next: taking so much from the heap costs more
    // than an ordinary packet does.
    var room = self.room.withLock { $0.take() } ?? []
    if room.count < maximumBytes { room = Self.room(maximumBytes) }
    var descriptors: [SharedDescriptor] = []
    var truncated = false
    var failure: SystemError?
    let bytes = room.withUnsafeMutableBytes { buffer -> [UInt8] in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: Int(LH_DESCRIPTORS_MAXIMUM)) {
        numbers -> [UInt8] in
        var numberCount = 0
        do throws(SystemError) {
          let count = try retryingInterrupts("recvmsg(2)") {
            lh_receive_packet(
              descriptor.rawValue, buffer.baseAddress, maximumBytes, numbers.baseAddress,
              &numberCount, &truncated, waiting)
          }
          descriptors = numbers[..<numberCount].map { SharedDescriptor(adopting: $0) }
          return Array(buffer.prefix(count))
        } catch {
          failure = error
          return []
        }
      }
    }
    self.room.withLock { $0 = room }
    if let failure {
      switch failure.code {
      case EAGAIN: return .wouldBlock
      case ECONNRESET: return .closed
      default: throw failure
      }
    }
    // A SEQPACKET socket reports its end as an empty packet without descriptors; an empty packet is
    // no message of any protocol here, so the two need not be told apart.
    if bytes.isEmpty, descriptors.isEmpty, !truncated { return .closed }
    return .packet(Packet(bytes: bytes, descriptors: descriptors, isTruncated: truncated))
  }
}
