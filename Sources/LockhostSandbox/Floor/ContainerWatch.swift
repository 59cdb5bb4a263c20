// SPDX-License-Identifier: MIT

import Dispatch
import LockhostSystem
import Synchronization

/// Keeps a container of tier `floor` within its size, which nothing else bounds as a whole.
///
/// Counts a few times a second, and kills the guest once there is more. What a guest can write between
/// two counts is the price of that tier; no file can be larger than its own limit.
final class ContainerWatch: Sendable {
  private static let queue = DispatchQueue(
    label: "lockhost.container", qos: .userInitiated, attributes: .concurrent)
  private static let interval = Duration.milliseconds(150)
  /// How much longer than a count the pause after it is.
  private static let restFactor = 10

  private let container: FloorContainer
  private let limit: GuestSpecification.Container
  private let loop: EventLoop
  /// Kills the guest; false when it is gone.
  private let unnamedBytes: @Sendable () -> Int?
  private let kill: @Sendable () -> Void
  private let next = Mutex<EventDeadline?>(nil)
  private let exceeded = Mutex(false)
  private let ended = Mutex(false)

  /// Whether the guest was killed for what it kept.
  var isExceeded: Bool { exceeded.withLock { $0 } }

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - unnamedBytes: What the guest holds in files that have no name any more; nil once it is dead.
  ///   - kill: Kills the guest.
  init(
    _ container: FloorContainer, limit: GuestSpecification.Container, loop: EventLoop,
    unnamedBytes: @escaping @Sendable () -> Int?, kill: @escaping @Sendable () -> Void
  ) {
    self.container = container
    self.limit = limit
    self.loop = loop
    self.unnamedBytes = unnamedBytes
    self.kill = kill
    schedule(after: Self.interval)
  }

  /// Stops counting: the guest is dead.
  func end() {
    ended.withLock { $0 = true }
    next.withLock { $0.take() }?.cancel()
  }

  private func schedule(after pause: Duration) {
    guard !ended.withLock({ $0 }) else { return }
    let deadline = loop.schedule(at: MonotonicInstant.now.advanced(by: pause)) { [weak self] in
      guard let self else { return }
      Self.queue.async { self.count() }
    }
    next.withLock { $0 = deadline }
  }

  private func count() {
    let begun = MonotonicInstant.now
    guard let unnamed = unnamedBytes() else { return }
    let use = container.count(limit: limit.files)
    guard !ended.withLock({ $0 }) else { return }
    if use.isBeyond || use.entries > limit.files || use.bytes > limit.size.bytes
      || unnamed > limit.size.bytes - use.bytes
    {
      exceeded.withLock { $0 = true }
      return kill()
    }
    schedule(after: max(Self.interval, begun.duration(to: .now) * Self.restFactor))
  }
}
