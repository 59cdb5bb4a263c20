// SPDX-License-Identifier: MIT

import LockhostSystem

/// A guest's standard output or error, read on the loop.
///
/// Confined to the loop after `start`; its state is reached only from there.
actor GuestStream {
  /// How long to wait between reads of a stream that floods: at most 6.4 MB a second are read then.
  private static let pause = Duration.milliseconds(10)

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  private let descriptor: SharedDescriptor
  private let onLine: @Sendable (String) -> Void
  private var output = GuestOutput()
  private var watch: EventWatch?
  private var isFinished = false

  /// Takes the reading end of a pipe, and makes it nonblocking.
  init(
    _ descriptor: SharedDescriptor, loop: EventLoop, onLine: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    try descriptor.setNonblocking()
    self.descriptor = descriptor
    self.loop = loop
    self.onLine = onLine
  }

  /// Bytes that were read and thrown away.
  var discarded: Int { output.discarded }

  /// Begins to read; called on the loop.
  nonisolated func begin() throws(SystemError) {
    let result = assumeIsolated { stream in
      Result { () throws(SystemError) in try stream.start() }
    }
    try result.get()
  }

  private func start() throws(SystemError) {
    watch = try loop.watch(descriptor, for: .input) { [weak self] in
      self?.assumeIsolated { $0.read() }
    }
  }

  /// Reads what is left once nobody writes any more, and shows a last line that had no end.
  func finish() {
    watch?.cancel()
    watch = nil
    while !isFinished, !output.isFlooding { read() }
    close()
  }

  private func read() {
    switch Result(catching: { () throws(SystemError) in
      try descriptor.read(maximumBytes: GuestOutput.readSize)
    }) {
    case .success(.some(let bytes)) where !bytes.isEmpty:
      for line in output.take(bytes) { onLine(line) }
      if output.isFlooding { pause() }
    case .success(.none):
      // Nothing there now. A process that outlives its pid namespace cannot be, so after the tree's
      // death this is the end as well.
      if watch == nil { close() }
    default: close()
    }
  }

  private func pause() {
    guard watch != nil else { return }
    watch?.cancel()
    watch = nil
    _ = loop.schedule(at: .now.advanced(by: Self.pause)) { [weak self] in
      self?.assumeIsolated { stream in
        guard !stream.isFinished else { return }
        do {
          try stream.start()
        } catch {
          stream.close()
        }
      }
    }
  }

  private func close() {
    watch?.cancel()
    watch = nil
    guard !isFinished else { return }
    isFinished = true
    if let line = output.finish() { onLine(line) }
  }
}
