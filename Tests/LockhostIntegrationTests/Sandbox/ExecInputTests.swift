// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import LockhostTesting
import Testing

/// What becomes of lockhost's standard input inside.
@Suite("Standard input of a program under exec", .timeLimit(.minutes(2)))
struct ExecInputTests {
  private static let cat = "/bin/cat"

  /// Runs a line of the shell in which `lockhost-exec` stands for `lockhost exec -q --`, and `probe` for
  /// the program that tells what its descriptors are.
  private static func run(_ line: String, in folder: ScratchFolder) async throws -> ProgramRun {
    let lockhost = try ProgramFolder.path(of: "lockhost")
    let probe = try ProgramFolder.path(of: "lockhost-probe")
    let script = """
      cd '\(folder.path)'
      exec_in() { '\(lockhost)' exec -q -- "$@"; }
      probe='\(probe)'
      \(line)
      """
    return try await ProgramRun.run("bash", ["-c", script])
  }

  @Test(
    "whatever was redirected is a pipe inside, and all of it arrives",
    arguments: [
      ("a pipe", "cat data | exec_in INSIDE"),
      ("a file", "exec_in INSIDE < data"),
      ("a named pipe", "mkfifo named; cat data > named & exec_in INSIDE < named"),
    ])
  func redirected(_ name: String, _ line: String) async throws {
    let folder = try ScratchFolder()
    // More than a pipe holds at once.
    let text = String(repeating: "The quick brown fox.\n", count: 20_000)
    try folder.write(text, to: "data")
    let kind = try await Self.run(
      line.replacingOccurrences(of: "INSIDE", with: "$probe descriptor-kind 0"), in: folder)
    #expect(kind.output.contains("done - pipe"), "\(name): \(kind.output)\(kind.errors)")
    let whole = try await Self.run(
      line.replacingOccurrences(of: "INSIDE", with: Self.cat), in: folder)
    #expect(whole.output == text)
    #expect(whole.end == .exited(0))
  }

  @Test("a file's mode and content cannot be reached through it")
  func file() async throws {
    let folder = try ScratchFolder()
    try folder.write("before", to: "data")
    // Open for writing as well, as a careless shell has it.
    let run = try await Self.run(
      "exec_in /bin/sh -c 'echo after >&0' 0<> data; exec_in /bin/sh -c 'true' 0<> data", in: folder
    )
    #expect(try String(contentsOfFile: folder.path("data"), encoding: .utf8) == "before")
    #expect(!run.errors.isEmpty)
  }

  @Test("a program that reads nothing does not hold lockhost up")
  func unread() async throws {
    let folder = try ScratchFolder()
    // The writer never ends by itself.
    let run = try await Self.run(
      "yes | exec_in $probe pid; echo status ${PIPESTATUS[1]}", in: folder)
    #expect(run.output.contains("status 0"), "\(run.output)\(run.errors)")
  }

  @Test("where nothing was redirected there is nothing to read", arguments: ["<&-", "</dev/null"])
  func nothing(_ redirection: String) async throws {
    let folder = try ScratchFolder()
    let kind = try await Self.run("exec_in $probe descriptor-kind 0 \(redirection)", in: folder)
    #expect(kind.output.contains("done - device 1:3"), "\(kind.output)\(kind.errors)")
    let whole = try await Self.run("exec_in \(Self.cat) \(redirection)", in: folder)
    #expect(whole.output.isEmpty && whole.end == .exited(0))
  }

  @Test("a terminal is never passed on")
  func terminal() async throws {
    let folder = try ScratchFolder()
    let lockhost = try ProgramFolder.path(of: "lockhost")
    let probe = try ProgramFolder.path(of: "lockhost-probe")
    // script gives what it runs a terminal for all three; without it there would be none to pass on.
    func inside(_ command: String) async throws -> String {
      try await Self.run("script -qec '\(command)' /dev/null </dev/null", in: folder).output
    }
    #expect(try await inside("tty").contains("/dev/pts/"))
    let kind = try await inside("\(lockhost) exec -q -- \(probe) descriptor-kind 0")
    #expect(kind.contains("done - device 1:3"), "\(kind)")
    let own = try await inside("\(lockhost) exec -q -- \(probe) terminal")
    #expect(own.contains("refused ENOTTY"), "\(own)")
    let controlling = try await inside("\(lockhost) exec -q -- \(probe) own-terminal")
    #expect(controlling.contains("refused"), "\(controlling)")
  }

  @Test("as root, a folder of root's to write in is an error that says what to do")
  func rootsFolder() async throws {
    guard geteuid() == 0 else {
      print("not tried: an ordinary user's program is that user")
      return
    }
    let folder = try ScratchFolder()
    let lockhost = try ProgramFolder.path(of: "lockhost")
    let arguments = ["exec", "--write", folder.path, "--", "/usr/bin/touch", folder.path("made")]
    let refused = try await ProgramRun.run(lockhost, arguments)
    #expect(refused.end == .exited(125))
    #expect(refused.errors.contains("LH3022") && refused.errors.contains("chown -R 1000"))
    #expect(folder.contents().isEmpty)
    // What it says to do is what helps.
    #expect(unsafe chown(folder.path, 1000, 1000) == 0)
    let made = try await ProgramRun.run(lockhost, arguments)
    #expect(made.end == .exited(0), "\(made.errors)")
    var facts = stat()
    #expect(unsafe stat(folder.path("made"), &facts) == 0 && facts.st_uid == 1000)
  }
}
