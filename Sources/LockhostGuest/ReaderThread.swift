// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// The thread that reads the wire: one per connection, detached, with no signal delivered to it.
enum ReaderThread {
  /// Enough for a handler that decodes JSON; the default of 8 MiB counts against address-space limits.
  private static let stackBytes = 512 * 1024

  /// Starts a thread that runs a body and ends.
  ///
  /// - Throws: ``GuestError/system(_:)`` for `pthread_create(3)` with `EAGAIN`.
  static func start(_ body: @escaping @Sendable () -> Void) throws(GuestError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = unsafe Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, &attributes,
      { context in
        guard let context = unsafe context else { return nil }
        let box = unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
        ReaderThread.enter()
        box.body()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      throw .system(SystemError(call: "pthread_create(3)", code: code))
    }
  }

  /// Whether the calling thread is a reader.
  static var isCurrent: Bool { unsafe pthread_getspecific(key) != nil }

  /// Whether the calling thread is none, and runs a body as a reader does.
  static var isLent: Bool {
    unsafe pthread_getspecific(key) == UnsafeMutableRawPointer(bitPattern: 2)
  }

  /// Runs a body as a reader does, on a thread that is none.
  static func lend<Value>(_ body: () -> Value) -> Value {
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: 2))
    defer { pthread_setspecific(key, nil) }
    return body()
  }

  private static func enter() {
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
