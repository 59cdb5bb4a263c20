// SPDX-License-Identifier: MIT

import CLinux
import Glibc
package import LockhostSystem
import Synchronization

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
    pthread_detach(try make(body))
  }

  /// From how many processes and threads on a limit is none that anybody meets.
  private static let plenty: UInt = 32_768

  /// Tries whether so many threads can run at once, where a limit is low enough to be met; all of them
  /// have ended when it returns.
  ///
  /// - Throws: `SystemError` for `pthread_create(3)` with `EAGAIN`.
  package static func tryOut(_ count: Int) throws(SystemError) {
    // The trial takes half a millisecond, and most limits are far away.
    guard userLimit < plenty || groupLimit < plenty else { return }
    let gate = Gate()
    var threads: [pthread_t] = []
    defer { for thread in threads { pthread_join(thread, nil) } }
    try gate.shut.withLock { _ throws(SystemError) in
      for _ in 0..<count { threads.append(try make { gate.shut.withLock { _ in } }) }
    }
  }

  private static var userLimit: UInt {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(LH_RLIMIT_NPROC), &limit) == 0 else { return .max }
    return limit.rlim_cur
  }

  /// What a container's cgroup allows, as the container sees it.
  private static var groupLimit: UInt {
    for path in ["/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max"] {
      let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { continue }
      let text = try? SharedDescriptor(adopting: number).read(maximumBytes: 32)
      return UInt(String(decoding: text?.dropLast() ?? [], as: UTF8.self)) ?? .max
    }
    return .max
  }

  private final class Gate: Sendable {
    let shut = Mutex(())
  }

  private static func make(
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> pthread_t {
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
    return thread
  }
}
