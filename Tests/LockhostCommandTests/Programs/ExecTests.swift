// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostCommand

/// `lockhost exec` with real programs in a real sandbox.
@Suite("Programs in the sandbox", .timeLimit(.minutes(2)))
struct ExecTests {
  private func exec(_ arguments: String...) async throws -> ProgramRun {
    try await ProgramRun.run(ProgramFolder.path(of: "lockhost"), ["exec"] + arguments)
  }

  private func probe() throws -> String { try ProgramFolder.path(of: "lockhost-probe") }

  @Test("output and status pass through, and nothing else is on standard output")
  func passes() async throws {
    let run = try await exec("--", try probe(), "say", "hello", "there")
    #expect(run.output == "hello there\n", "\(run.errors)")
    #expect(run.status == 0)
    #expect(try await exec("--", "bash", "-c", "exit 7").status == 7)
    // Under the extension's policy a program may not even signal itself.
    let crash = try await exec("--policy", "program", "--", "bash", "-c", "kill -SEGV $$")
    #expect(crash.status == 139, "\(crash.errors)")
  }

  @Test("a dynamic program runs, and sees no file but its own")
  func dynamic() async throws {
    // The control: outside, there is something to see.
    #expect(try await ProgramRun.run("ls", ["/etc"]).status == 0)
    let run = try await exec("--", "ls", "/etc")
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains("/etc"))
  }

  @Test("--read and --write show a folder, and only --write lets it be written")
  func folders() async throws {
    let scratch = try ScratchFolder()
    let file = try scratch.write("shown", to: "a.txt")
    // As root, guests are other users: they need the permission that others have.
    for path in [scratch.path, file] {
      try FileManager.default.setAttributes(
        [.posixPermissions: path == file ? 0o644 : 0o777], ofItemAtPath: path)
    }
    #expect(try await exec("--", "cat", file).status == 1)
    #expect(try await exec("--read", scratch.path, "--", "cat", file).output == "shown")
    let script = "echo more > \(scratch.path("b.txt"))"
    #expect(try await exec("--read", scratch.path, "--", "bash", "-c", script).status != 0)
    #expect(try await exec("--write", scratch.path, "--", "bash", "-c", script).status == 0)
    #expect(scratch.contents() == ["a.txt", "b.txt"])
  }

  @Test("a refused call is told with its arguments, on standard error and as JSON")
  func violations() async throws {
    let script = "exec 3<>/dev/tcp/127.0.0.1/80"
    let run = try await exec("--json", "--", "bash", "-c", script)
    #expect(run.status == 1)
    #expect(run.errors.contains("denied"), "\(run.errors)")
    let last = try #require(run.lines.last)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "lockhost.exec/1")
    #expect(object["exitStatus"] as? Int == 1)
    let violations = try #require(object["violations"] as? [[String: Any]])
    let socket = violations.first { $0["syscall"] as? String == "socket" }
    #expect(socket?["action"] as? String == "errno:EPERM", "\(violations)")
  }

  @Test("a call that only an attacker makes kills: 159")
  func attack() async throws {
    let run = try await exec("--", try probe(), "ptrace")
    #expect(run.status == 159, "\(run.errors)")
    #expect(run.errors.contains("ptrace(PTRACE_TRACEME"))
    #expect(run.errors.contains("error[LH2002]"))
    #expect(run.output.isEmpty)
  }

  @Test("time runs out: 124")
  func time() async throws {
    let run = try await exec("--limit", "time=300ms", "--", "sleep", "20")
    #expect(run.status == 124, "\(run.errors)")
    #expect(run.errors.contains("LH5014"))
    #expect(run.duration < .seconds(15))
  }

  struct Ending: Sendable, CustomTestStringConvertible {
    let flags: [String]
    let probe: [String]
    let status: Int32
    let reason: String
    let limit: String?
    var testDescription: String { (flags + probe).joined(separator: " ") }

    init(
      _ flags: String, _ probe: String, _ status: Int32, _ reason: String, _ limit: String? = nil
    ) {
      self.flags = flags.split(separator: " ").map(String.init)
      self.probe = probe.split(separator: " ").map(String.init)
      self.status = status
      self.reason = reason
      self.limit = limit
    }
  }

  static let ends = [
    Ending("", "exit 9", 9, "exited"),
    Ending("--policy program", "signal 11", 139, "signaled"),
    Ending("", "ptrace", 159, "violation"),
    Ending("", "int80", 159, "violation"),
    Ending("--limit cpu=1s", "spin", 152, "limit", "cpu"),
    Ending("--limit file-size=1M", "large-file", 153, "limit", "file-size"),
    Ending("--limit time=200ms", "sleep", 124, "timeout"),
    // Of all of it together, wherever it keeps it.
    Ending("--limit memory=16M", "hold private 32", 137, "limit", "memory"),
    Ending("--limit memory=16M", "hold memory-file 32", 137, "limit", "memory"),
    Ending("--limit memory=16M", "hold container 32", 137, "limit", "memory"),
    Ending("--limit memory=16M", "hold tables 32", 137, "limit", "memory"),
    Ending("--limit memory=4M", "hold pipes", 137, "limit", "memory"),
    Ending("--policy program --limit memory=16M", "hold pairs", 137, "limit", "memory"),
    Ending("--policy program --limit memory=16M", "hold halves", 137, "limit", "memory"),
    Ending("--policy program --limit memory=24M", "hold-many 4 10", 137, "limit", "memory"),
    // What only makes a call fail is the program's own to end.
    Ending("--limit processes=8 --policy program", "fork-bomb", 1, "exited"),
    Ending("", "socket-inet", 1, "exited"),
  ]

  @Test("every end has its status and its reason", arguments: ends)
  func everyEnd(_ ending: Ending) async throws {
    let run = try await ProgramRun.run(
      ProgramFolder.path(of: "lockhost"),
      ["exec", "--json"] + ending.flags + ["--", try probe()] + ending.probe)
    #expect(run.status == ending.status, "\(run.errors)")
    let last = try #require(run.lines.last)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "lockhost.exec/1")
    #expect(object["reason"] as? String == ending.reason)
    #expect(object["exitStatus"] as? Int32 == ending.status)
    #expect(object["limit"] as? String == ending.limit)
    if ending.limit == "memory" { #expect(object["peakBytes"] as? Int ?? 0 > 4 << 20) }
  }

  @Test("what never ran is an error's object, with its code")
  func setUpFailure() async throws {
    let scratch = try ScratchFolder()
    let file = try scratch.write("x", to: "a.txt")
    let run = try await exec("--json", "--read", scratch.path, "--write", file, "--", "true")
    #expect(run.status == 65)
    #expect(run.output.contains("lockhost.error/1") && run.output.contains("LH3006"))
  }

  @Test("descriptors are limited to the number that was said, and variables are set")
  func descriptorsAndVariables() async throws {
    let run = try await exec(
      "--limit", "files=64", "--env", "A=b=c", "--", "bash", "-c", "ulimit -n; echo $A")
    #expect(run.output == "64\nb=c\n", "\(run.errors)")
    #expect(try await exec("--limit", "files=8", "--", "true").status == 64)
  }

  @Test("a host that may have few descriptors starts programs, or says that it may have too few")
  func fewDescriptors() async throws {
    let scratch = try ScratchFolder()
    func run(_ limit: Int) async throws -> ProgramRun {
      try await ProgramRun.run(
        "bash",
        [
          "-c", "ulimit -n \(limit) && exec \"$@\"", "bash", try ProgramFolder.path(of: "lockhost"),
          "exec", "--set", scratch.path, "--", "true",
        ])
    }
    for limit in [300, 512, 513, 2000] {
      let run = try await run(limit)
      #expect(run.status == 0, "\(limit): \(run.errors)")
    }
    let refused = try await run(200)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("LH3006") && refused.errors.contains("RLIMIT_NOFILE"))
  }

  @Test("an interruption is passed on: 130")
  func interrupted() async throws {
    let program = try RunningProgram(
      try ProgramFolder.path(of: "lockhost"), ["exec", "--", try probe(), "sleep"])
    let watch = DescendantWatch(of: program.identifier)
    let isRunning = await Waiting.until(within: .seconds(30)) {
      watch.processes.contains { $0.name == "lockhost-probe" }
    }
    #expect(isRunning)
    try program.signal(2)
    let run = await program.finish(within: .seconds(20))
    watch.stop()
    #expect(run.status == 130, "\(run.end) \(run.errors)")
    #expect(await Waiting.until(within: .seconds(1)) { watch.survivors.isEmpty })
  }

  @Test("Ctrl-Z stops the program too, and both go on together", arguments: [[], ["--json"]])
  func suspends(flags: [String]) async throws {
    let script = "sleep 100 & echo begun; wait"
    let program = try RunningProgram(
      ProgramFolder.path(of: "lockhost"),
      ["exec"] + flags + ["--policy", "program", "--read", "/usr", "--read", "/dev/null", "--"]
        + ["bash", "-c", script])
    #expect(await Waiting.until(within: .seconds(30)) { program.output.contains("begun") })
    let itself = try #require(ProcessIdentity.of(program.identifier))
    let all = ProcessIdentity.descendants(of: program.identifier)
    let guests = all.filter { ["bash", "sleep"].contains($0.name) }
    #expect(guests.count == 2, "\(all)")
    let stopped = guests.union([itself])
    try program.signal(SIGTSTP)
    #expect(await Waiting.until(within: .seconds(10)) { stopped.allSatisfy(\.isStopped) })
    try program.signal(SIGCONT)
    #expect(await Waiting.until(within: .seconds(10)) { !stopped.contains(where: \.isStopped) })
    try program.signal(SIGTERM)
    #expect(await program.finish(within: .seconds(110)).status == 143)
  }

  @Test("a program gets as many arguments as the kernel takes")
  func manyArguments() async throws {
    let words = (1...120_000).map(String.init)
    let run = try await ProgramRun.run(
      ProgramFolder.path(of: "lockhost"), ["exec", "--", try probe(), "say"] + words)
    #expect(run.status == 0, "\(run.errors.prefix(400))")
    #expect(run.output == words.joined(separator: " ") + "\n")
  }

  @Test("a limit on files that is too low for lockhost itself is told")
  func fileSizeLimit() async throws {
    let lockhost = try ProgramFolder.path(of: "lockhost")
    // Behind a pipe, since standard error is a file here.
    let script = "(ulimit -f 0; '\(lockhost)' exec -- true) 2>&1 | cat; echo ${PIPESTATUS[0]}"
    let run = try await ProgramRun.run("bash", ["-c", script])
    #expect(run.lines.last == "125", "\(run.output)")
    #expect(run.output.contains("LH3010"), "\(run.output)")
  }

  @Test(
    "where no thread can be had, that is told, and nobody waits for ever",
    .enabled(if: CurrentUser.isRoot, "not root"), arguments: ["list", "exec -- true"])
  func noThreads(words: String) async throws {
    // Of a user with nothing else, who may have one process.
    let folder = try ScratchFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    for name in ["lockhost", "lockhost-tool", "lockhost-spawn"] {
      try await ProgramCopy.make(of: ProgramFolder.path(of: name), at: folder.path(name))
    }
    let run = try await ProgramRun.run(
      "setpriv",
      [
        "--reuid", "61185", "--regid", "61185", "--clear-groups", "prlimit", "--nproc=1", "--",
        folder.path("lockhost"),
      ] + words.split(separator: " ").map(String.init), within: .seconds(30))
    #expect(run.status == 75, "\(run.end) \(run.errors)")
    #expect(run.errors.contains("LH5022"), "\(run.errors)")
  }

  static let bad: [([String], Int32, String)] = [
    (["nonesuch-program"], 127, "LH5012"), (["/nonesuch/program"], 127, "LH5012"),
    (["/etc/passwd"], 126, "LH5011"), (["/tmp"], 126, "LH5011"),
    (["--policy", "captur", "true"], 65, "did you mean"),
    (["--limit", "memry=1M", "true"], 64, "did you mean `memory`?"),
    (["--limit", "memory=lots", "true"], 64, "1M or more"),
    (["--env", "NAME", "true"], 64, "NAME=VALUE"),
    (["--read", "/nonesuch", "true"], 64, "LH5008"),
  ]

  @Test("what cannot be run is refused with its status", arguments: bad)
  func refuses(arguments: [String], status: Int32, says: String) async throws {
    let program = try ProgramFolder.path(of: "lockhost")
    let run = try await ProgramRun.run(program, ["exec"] + arguments)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(says), "\(run.errors)")
  }
}
