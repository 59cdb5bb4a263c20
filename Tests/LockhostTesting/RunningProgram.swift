// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem

/// A program that a test has started, with its output going to files.
///
/// Files and not pipes: nothing has to be read for the program to go on, and a process that the
/// program left behind cannot keep the test waiting for the end of a pipe.
package final class RunningProgram: Sendable {
  /// Its number, for signals; valid until ``finish(within:)`` has returned.
  package let identifier: Int32
  private let descriptor: ProcessDescriptor
  private let outputFolder: ScratchFolder
  private let started = MonotonicInstant.now

  /// Starts a program with exactly this environment, and with nothing on its standard input.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String] = ProgramRun.environment
  ) throws {
    outputFolder = try ScratchFolder()
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    try Self.check(
      "posix_spawn_file_actions_init(3)", unsafe posix_spawn_file_actions_init(&actions))
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    try Self.check("posix_spawnattr_init(3)", unsafe posix_spawnattr_init(&attributes))
    defer { unsafe posix_spawnattr_destroy(&attributes) }

    let create = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, outputFolder.path("out"), create, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, outputFolder.path("err"), create, 0o600)
    // A group of its own: a signal to the test runner's terminal must not reach it.
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var every = sigset_t()
    var none = sigset_t()
    unsafe sigfillset(&every)
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &every)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)

    let variables = environment.map { "\($0.key)=\($0.value)" }
    var child: pid_t = 0
    let code = unsafe Self.withCStrings([program] + arguments) { argv in
      unsafe Self.withCStrings(variables) { envp in
        unsafe posix_spawn(&child, program, &actions, &attributes, argv, envp)
      }
    }
    try Self.check("posix_spawn(3)", code)
    identifier = child
    descriptor = try ProcessDescriptor.open(child)
  }

  /// What it has written to standard output so far.
  package var output: String { text("out") }

  /// What it has written to standard error so far.
  package var errors: String { text("err") }

  /// Whether it has ended.
  package var hasExited: Bool { descriptor.hasExited }

  /// Sends it a signal; `false` if it has ended already.
  @discardableResult
  package func signal(_ number: Int32) throws -> Bool { try descriptor.signal(number) }

  /// Waits for its end, kills it when that does not come, and tells how it went.
  ///
  /// Waits on a thread of its own, so that tests which wait do not hold up those which compute. To
  /// be called once.
  package func finish(within limit: Duration = .seconds(60)) async -> ProgramRun {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        continuation.resume(returning: waitForEnd(within: limit))
      }
    }
  }

  private func waitForEnd(within limit: Duration) -> ProgramRun {
    let deadline = started.advanced(by: limit)
    var isLate = false
    while !descriptor.hasExited {
      let left = MonotonicInstant.now.duration(to: deadline).wholeMilliseconds
      if left <= 0, !isLate {
        isLate = true
        _ = try? descriptor.signal(SIGKILL)
      }
      var entry = pollfd(fd: descriptor.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      unsafe poll(&entry, 1, isLate ? 100 : Int32(clamping: left))
    }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return ProgramRun(
      end: isLate ? .late : signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal),
      output: output, errors: errors, duration: started.duration(to: .now))
  }

  private func text(_ name: String) -> String {
    guard let data = FileManager.default.contents(atPath: outputFolder.path(name)) else {
      return ""
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static func check(_ call: String, _ code: Int32) throws {
    guard code == 0 else { throw SystemError(call: call, code: code) }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe body(&pointers)
  }
}
