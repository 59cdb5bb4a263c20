// SPDX-License-Identifier: MIT

import Glibc
package import LockhostSystem

/// A thread for work that may block.
package enum BackgroundThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a body on a thread of its own, which ends with it.
  ///
  /// Without `Foundation.Thread`, so that a short command need not load Foundation.
  ///
  /// - Throws: `SystemError` for `pthread_create(3)` with `EAGAIN`.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Body(body))
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      unsafe context.release()
      throw SystemError(call: "pthread_create(3)", code: code)
    }
    pthread_detach(thread)
  }
}
