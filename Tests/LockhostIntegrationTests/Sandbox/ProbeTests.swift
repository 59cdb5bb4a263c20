// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostTesting
import Testing

/// Any program inside the extension's sandbox, by `lockhost exec`.
@Suite("A program in the extension's sandbox", .timeLimit(.minutes(2)))
struct ProbeTests {
  @Test("sees its container and no other file")
  func files() async throws {
    let control = try await ProgramRun.run("ls", ["/etc/passwd"])
    #expect(control.status == 0)
    let phone = try Phone()
    let run = try await phone.run("exec", "--", "/bin/ls", "/etc/passwd")
    #expect(run.status != 0, "\(run.output)")
    let root = try await phone.run("exec", "--", "/bin/ls", "/")
    #expect(root.status == 0, "\(root.errors)")
    #expect(!root.lines.contains("home"))
    #expect(!root.lines.contains("proc"))
  }

  @Test("its status is the command's")
  func status() async throws {
    let phone = try Phone()
    #expect(try await phone.run("exec", "--", "/bin/true").status == 0)
    #expect(try await phone.run("exec", "--", "/bin/false").status == 1)
    #expect(try await phone.run("exec", "--", "/nonexistent").status == 127)
    #expect(try await phone.run("exec", "--", SourceTree.path("README.md")).status == 126)
  }
}
