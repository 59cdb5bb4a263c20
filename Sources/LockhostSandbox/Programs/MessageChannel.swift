// SPDX-License-Identifier: MIT

public import LockhostSystem
import Synchronization

/// Messages to and from a program in a ``Sandbox``, which has the other end as descriptor 3.
///
/// An `AF_UNIX` `SOCK_SEQPACKET` socket: a message is a packet, whole and in order. What arrives is
/// the program's, and so hostile; nothing is read before it is asked for, so a flood makes the
/// program wait and nobody else.
public final class MessageChannel: Sendable {
  private let socket: PacketSocket
  private let loop: EventLoop
  private let watch = Mutex<EventWatch?>(nil)

  init(_ socket: PacketSocket, loop: EventLoop) {
    self.socket = socket
    self.loop = loop
  }

  /// Sends a message, and does not wait for the program to read.
  ///
  /// - Parameter bytes: At least one; an empty message is how the end looks to the other side.
  /// - Returns: False when there is no room until the program reads; nothing was sent then.
  /// - Throws: `SystemError` for `sendmsg(2)`: `EPIPE` when the program is gone, `EMSGSIZE` for a
  ///   message of more than some 200 KiB.
  @discardableResult
  public func send(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    try socket.send(bytes, waiting: false)
  }

  /// Waits for the next message.
  ///
  /// One task at a time. Cancelling the task ends the wait.
  ///
  /// - Parameter maximumBytes: The longest message that is taken; of a longer one there is the
  ///   beginning, and it is marked as truncated.
  /// - Returns: The message with the descriptors that came along; nil when the program is gone, or
  ///   the task is cancelled.
  /// - Throws: `SystemError` for `recvmsg(2)` or `epoll_ctl(2)`.
  public func receive(
    maximumBytes: Int = 65_536
  ) async throws(SystemError) -> PacketSocket.Packet? {
    while !Task.isCancelled {
      switch try socket.receive(maximumBytes: maximumBytes, waiting: false) {
      case .packet(let packet): return packet
      case .closed: return nil
      case .wouldBlock: try await waitForInput()
      }
    }
    return nil
  }

  private func waitForInput() async throws(SystemError) {
    let waiter = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let failure = Mutex<SystemError?>(nil)
    let wake: @Sendable () -> Void = { [self] in
      watch.withLock { $0.take() }?.cancel()
      waiter.withLock { $0.take() }?.resume()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.withLock { $0 = continuation }
        // On the loop, so that no event comes before the watch is kept.
        loop.perform { [self] in
          do throws(SystemError) {
            let made = try loop.watch(socket.descriptor, for: .input, wake)
            watch.withLock { $0 = made }
          } catch {
            failure.withLock { $0 = error }
            wake()
          }
        }
      }
    } onCancel: {
      // After the watch was made, for the same reason.
      loop.perform(wake)
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
