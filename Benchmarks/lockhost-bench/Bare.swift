// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// Programs started by `posix_spawn(3)`, without any sandbox.
enum Bare {
  /// The program that is launched for measuring: static, small, and at its end at once.
  static func probePath() throws(SystemError) -> String {
    try ProgramFolder.path(of: "lockhost-probe")
  }

  /// From the request until the probe's program runs, and until it has ended.
  static func program(count: Int) throws -> Measurement {
    var measurement = Measurement()
    let path = try probePath()
    for _ in 0..<count {
      let begun = MonotonicInstant.now
      let (process, executed) = try start(path, ["--help"])
      measurement.note("executed", begun.duration(to: executed))
      var status: Int32 = 0
      unsafe waitpid(process, &status, 0)
      measurement.note("ended", begun.duration(to: .now))
    }
    return measurement
  }

  /// From the request until the sample extension's program runs.
  static func sampleExtension(count: Int) throws -> Measurement {
    var measurement = Measurement()
    let path = try Sessions.sampleExtension()
    for _ in 0..<count {
      let begun = MonotonicInstant.now
      let (process, executed) = try start(path, [])
      measurement.note("executed", begun.duration(to: executed))
      Glibc.kill(process, SIGKILL)
      var status: Int32 = 0
      unsafe waitpid(process, &status, 0)
    }
    return measurement
  }

  /// Starts a program, and returns once the kernel has replaced this one's code in it.
  private static func start(
    _ path: String, _ arguments: [String]
  ) throws -> (process: Int32, executed: MonotonicInstant) {
    // posix_spawn(3) returns after the exec: it shares memory with its child until then.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for number in Int32(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, path, &actions, nil, &words, &environment)
    guard code == 0 else { throw SystemError(call: "posix_spawn(3)", code: code) }
    return (process, .now)
  }
}
