// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// The signals that ask a program to end, as a stream instead of a sudden death.
///
/// They are held back in every thread and taken by one that waits for nothing else: no handler runs
/// at a bad moment, and none is lost between a look and a wait.
package enum SignalWatch {
  /// Ctrl-C, a polite kill, and the terminal's end.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Ctrl-Z too, for the verb that stops with what it has started, which is in a session of its own.
  ///
  /// A `launch` has deadlines to keep; there the key has no such meaning.
  private static let execSignals = signals + [SIGTSTP]

  /// Verbs that end in order what they have started.
  private static let verbs = ["launch", "exec", "conformance"]

  /// Lets the signals of a crash end the program at once.
  ///
  /// The language's runtime may have put handlers there that print a backtrace first, for seconds or
  /// for ever. Guests live for as long as their host does, so a host that is done for must be gone.
  package static func restoreDefaults() {
    for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV] {
      signal(number, SIG_DFL)
    }
  }

  /// Lets calls answer whose failure would else end the program without a word: a write that nobody
  /// reads, and a file longer than `ulimit -f` allows.
  package static func ignoreFailedWrites() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Holds the signals back, for a command line that needs it.
  ///
  /// Call it on the main thread before any other exists: threads inherit what is held back.
  package static func hold(for arguments: [String]) {
    guard let verb = arguments.dropFirst().first, verbs.contains(verb) else { return }
    var held = set(of: verb == "exec" ? execSignals : signals)
    unsafe pthread_sigmask(SIG_BLOCK, &held, nil)
  }

  /// Stops this process as Ctrl-Z does, and returns when it is to go on.
  ///
  /// Returns at once where nobody could let it go on, which the kernel knows. Call it on a thread that
  /// holds the signal back.
  static func stopHere() {
    var stop = set(of: [SIGTSTP])
    unsafe pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    raise(SIGTSTP)
    unsafe pthread_sigmask(SIG_BLOCK, &stop, nil)
  }

  /// Does what may wait for ever, such as reading a pipe that nobody writes, with the signals let
  /// through.
  ///
  /// For what comes before anything is started, so that a program that ends at once leaves nothing.
  package static func lettingThrough<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var open = set(of: execSignals)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_UNBLOCK, &open, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// Every such signal that arrives from now on; those that are held back already come first.
  package static func stream() -> AsyncStream<Int32> {
    AsyncStream { continuation in
      do throws(SystemError) {
        try BackgroundThread.start {
          while true {
            var held = set(of: signals)
            var signal: Int32 = 0
            guard unsafe sigwait(&held, &signal) == 0 else { continue }
            if case .terminated = continuation.yield(signal) { return }
          }
        }
      } catch {
        // With nobody to take them they must end the program as ever.
        var held = set(of: signals)
        unsafe pthread_sigmask(SIG_UNBLOCK, &held, nil)
      }
    }
  }

  /// Calls a handler on a loop with every signal that is held back for `exec` from now on.
  ///
  /// - Throws: `SystemError` for `signalfd(2)` or `epoll_ctl(2)`.
  static func watch(
    on loop: EventLoop, _ handler: @escaping @Sendable (Int32) -> Void
  ) throws(SystemError) -> EventWatch {
    let number = unsafe lh_signalfd(execSignals, Int32(execSignals.count))
    guard number >= 0 else { throw SystemError(call: "signalfd(2)", code: errno) }
    let descriptor = SharedDescriptor(adopting: number)
    return try loop.watch(descriptor, for: .input) {
      let signal = lh_signalfd_read(descriptor.rawValue)
      if signal > 0 { handler(signal) }
    }
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    return set
  }
}
