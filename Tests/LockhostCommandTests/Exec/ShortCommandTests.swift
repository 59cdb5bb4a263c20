// SPDX-License-Identifier: MIT

import Foundation
import LockhostExec
import LockhostSystem
import LockhostTesting
import Testing

/// `lockhost exec` by the small program and by the one that knows every verb.
@Suite("A short command", .timeLimit(.minutes(3)))
struct ShortCommandTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test(
    "is a plain exec",
    arguments: [
      ["exec", "--", "/bin/true"], ["exec", "true", "--json"], ["exec", "-q", "--proc", "/bin/ls"],
      ["exec", "--policy", "program", "--read", "/usr", "--env", "A=b=c", "true"],
      ["exec", "--set", "/tmp/x", "--write", "/tmp", "--", "true"],
    ])
  func short(_ words: [String]) { #expect(ShortCommand(["lockhost"] + words) != nil) }

  @Test(
    "is nothing else, and nothing that is wrong",
    arguments: [
      [], ["exec"], ["exec", "--"], ["exec", "--help"], ["launch", "--", "true"],
      ["exec", "--json", "--", "true"], ["exec", "--limit", "time=1s", "--", "true"],
      ["exec", "--tier", "floor", "--", "true"], ["exec", "--policy=program", "true"],
      ["exec", "--policy", "./mine.policy", "true"], ["exec", "--policy", "base", "true"],
      ["exec", "--read", "/no/such", "true"], ["exec", "--read"], ["exec", "--env", "=x", "true"],
      ["exec", "--env", "x", "true"], ["exec", "--set", "", "true"], ["exec", "no-such-program"],
      ["exec", "/etc/passwd"], ["exec", "/usr/../bin/true"], ["exec", "-", "true"],
    ])
  func other(_ words: [String]) { #expect(ShortCommand(["lockhost"] + words) == nil) }

  @Test(
    "says and does what the full program does",
    arguments: [
      ["--", "/bin/echo", "one", "two"],
      ["--", "bash", "-c", "echo out; echo err >&2; exit 9"],
      ["--", "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/80"],
      ["-q", "--", "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/80"],
      ["--policy", "program", "--", "bash", "-c", "kill -SEGV $$"],
      ["--proc", "--policy", "program", "--", "cat", "/proc/self/comm"],
      ["--env", "GREETING=a=b", "--", "bash", "-c", "echo $GREETING; echo $HOME; pwd"],
      ["--read", "/etc/hostname", "--", "cat", "/etc/hostname"],
      ["--", "PROBE", "ptrace"], ["--", "PROBE", "flood"], ["--", "PROBE", "say", "x"],
      ["--", "seq", "20000"], ["--", "/etc/passwd"], ["--", "no-such-program"],
    ])
  func same(_ words: [String]) async throws {
    let probe = try ProgramFolder.path(of: "lockhost-probe")
    let arguments =
      ["exec", "--set", scratch.path("state")] + words.map { $0 == "PROBE" ? probe : $0 }
    let full = try await ProgramRun.run(ProgramFolder.path(of: "lockhost-tool"), arguments)
    // Once to keep its filter, and once with a filter that was kept.
    for _ in 0..<2 {
      let short = try await ProgramRun.run(ProgramFolder.path(of: "lockhost"), arguments)
      #expect(short.end == full.end)
      #expect(short.output == full.output)
      #expect(stable(short.errors) == stable(full.errors))
    }
  }

  @Test("passes its input on, from a file and from a pipe")
  func input() async throws {
    let file = try scratch.write("from a file", to: "input")
    let program = try ProgramFolder.path(of: "lockhost")
    let exec = "'\(program)' exec --set '\(scratch.path("state"))' -- cat"
    let read = try await ProgramRun.run(
      "bash", ["-c", "\(exec) < '\(file)'; echo -n +pipe | \(exec)"])
    #expect(read.output == "from a file+pipe", "\(read.errors)")
  }

  @Test("ends with the signal that interrupts it")
  func interrupted() async throws {
    let program = try ProgramFolder.path(of: "lockhost")
    let probe = try ProgramFolder.path(of: "lockhost-probe")
    for (name, status) in [("INT", 130), ("TERM", 143)] {
      // A shell starts what is in its background with Ctrl-C ignored; `timeout` does not.
      let run = try await ProgramRun.run(
        "timeout",
        ["--preserve-status", "-s", name, "1", program, "exec", "--", probe, "sleep", "60"])
      #expect(run.status == Int32(status), "\(run.errors)")
    }
  }

  @Test("says what is missing when the full program is not beside it")
  func alone() async throws {
    try await ProgramCopy.make(
      of: try ProgramFolder.path(of: "lockhost"), at: scratch.path("lockhost"))
    let run = try await ProgramRun.run(scratch.path("lockhost"), ["--version"])
    #expect(run.status == 125)
    #expect(run.errors.contains("lockhost-tool cannot be started"), "\(run.errors)")
  }

  /// Without what differs from run to run: addresses, how far a flood came, and the line of source, which a
  /// busy machine may not find in time.
  private func stable(_ text: String) -> String {
    text.replacing(#/0x[0-9a-f]+/#, with: "0x").replacing(#/[0-9]+ times/#, with: "times")
      .replacing(#/  at \S+/#, with: "")
  }
}
