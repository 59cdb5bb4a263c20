// SPDX-License-Identifier: MIT

/// Something that an event loop will do at an instant, unless ``cancel()`` comes first.
///
/// Dropping this without cancelling leaves the deadline in place.
public struct EventDeadline: Sendable {
  let loop: EventLoop
  let identifier: UInt64

  /// Takes the deadline back; does nothing once it has passed.
  ///
  /// Called on the loop's thread, the handler does not run any more. Called elsewhere, it may be
  /// running, or about to.
  public func cancel() {
    loop.unschedule(identifier)
  }
}
