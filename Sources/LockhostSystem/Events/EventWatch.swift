// SPDX-License-Identifier: MIT

/// A descriptor that an event loop watches, until ``cancel()``.
///
/// Dropping this without cancelling leaves the watch in place.
public struct EventWatch: Sendable {
  let loop: EventLoop
  let token: UInt64

  /// Ends the watch; may be called again.
  ///
  /// Called on the loop's thread, the handler does not run again. Called elsewhere, it may be
  /// running, or about to.
  public func cancel() {
    loop.unwatch(token)
  }
}
