// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import Synchronization

/// Passes a program's output on, byte for byte, until its end.
///
/// The few lines that most programs write are passed on by the loop. A stream whose reader lets it
/// wait, or that carries much, gets a thread of its own, which may block.
final class OutputRelay: Sendable {
  /// What a pipe that has room takes without making its writer wait: `PIPE_BUF`.
  private static let portion = 4096

  private struct State {
    /// Streams that are not at their end.
    var open = 2
    var waiting: CheckedContinuation<Void, Never>?
    var watches: [(source: SharedDescriptor, watch: EventWatch)] = []
  }

  private let state = Mutex(State())
  private let last = LastByte()
  private let failed: @Sendable (SystemError, SharedDescriptor) -> Void

  /// Begins to pass on.
  ///
  /// - Parameters:
  ///   - target: Where standard output goes: 1, or 2 when it is not what was asked for.
  ///   - loop: Where the streams are watched.
  ///   - failed: Called, for each stream at most once, when nobody takes what it carries; it is read
  ///     no further.
  /// - Throws: `SystemError` for `epoll_ctl(2)`.
  init(
    output: SharedDescriptor, error: SharedDescriptor, to target: Int32 = 1, on loop: EventLoop,
    failed: @escaping @Sendable (SystemError, SharedDescriptor) -> Void
  ) throws(SystemError) {
    self.failed = failed
    for (source, target) in [(output, target), (error, Int32(2))] {
      // A terminal that somebody has stopped says that it has room.
      guard isatty(target) == 0 else {
        passOnThread(source, to: target)
        continue
      }
      // Kept before the loop's thread can find the stream at its end: it would be left twice.
      try state.withLock { state throws(SystemError) in
        let watch = try loop.watch(source, for: .input) { [self] in passOn(source, to: target) }
        state.watches.append((source, watch))
      }
    }
  }

  /// Waits until both streams are at their end.
  ///
  /// - Returns: Whether standard output ended in the middle of a line.
  func wait() async -> Bool {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.open > 0 { state.waiting = continuation }
        return state.open == 0
      }
      if isOver { continuation.resume() }
    }
    return last.isInLine
  }

  private func leave() {
    state.withLock { state in
      state.open -= 1
      return state.open == 0 ? state.waiting.take() : nil
    }?.resume()
  }

  // MARK: On the loop

  private func passOn(_ source: SharedDescriptor, to target: Int32) {
    var entry = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&entry, 1, 0) == 1, let bytes = try? source.read(maximumBytes: Self.portion)
    else { return passOnThread(source, to: target) }
    guard !bytes.isEmpty else {
      stopWatching(source)
      return leave()
    }
    if target == 1, let byte = bytes.last { last.set(byte) }
    do throws(SystemError) {
      try StandardStream.write(bytes, to: target)
    } catch {
      stopWatching(source)
      failed(error, source)
      return leave()
    }
    if bytes.count == Self.portion { passOnThread(source, to: target) }
  }

  private func stopWatching(_ source: SharedDescriptor) {
    state.withLock { state in
      state.watches.firstIndex { $0.source === source }.map { state.watches.remove(at: $0).watch }
    }?.cancel()
  }

  // MARK: On a thread

  private func passOnThread(_ source: SharedDescriptor, to target: Int32) {
    stopWatching(source)
    do throws(SystemError) {
      try BackgroundThread.start { [self] in
        pass(source, to: target)
        leave()
      }
    } catch {
      failed(error, source)
      leave()
    }
  }

  private func pass(_ source: SharedDescriptor, to target: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(source.rawValue, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var entry = pollfd(fd: source.rawValue, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
        continue
      }
      guard count > 0 else { return }
      if target == 1 { last.set(buffer[count - 1]) }
      do throws(SystemError) {
        try StandardStream.write(buffer[..<count], to: target)
      } catch {
        return failed(error, source)
      }
    }
  }
}
