// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostTesting
import Testing

/// Any program inside the extension's sandbox, by `lockhost exec`.
@Suite("A program in the extension's sandbox", .timeLimit(.minutes(10)))
struct ProbeTests {
  @Test("sees its container, and nothing of what anyone may read outside")
  func files() async throws {
    let phone = try Phone()
    let container = try await phone.run("exec", "--", "/bin/ls", "/container")
    #expect(container.status == 0, "\(container.errors)")
    for path in ["/", "/etc/passwd", "/proc", "/home", "/usr/bin", phone.scratch.path] {
      let control = try await ProgramRun.run("/bin/ls", ["-d", path])
      #expect(control.status == 0, "\(path): \(control.errors)")
      let run = try await phone.run("exec", "--", "/bin/ls", path)
      #expect(run.status == 2, "\(path): \(run.output)\(run.errors)")
    }
  }

  @Test("its status is the command's")
  func status() async throws {
    let phone = try Phone()
    #expect(try await phone.run("exec", "--", "/bin/true").status == 0)
    #expect(try await phone.run("exec", "--", "/bin/false").status == 1)
    #expect(try await phone.run("exec", "--", "/proc/nonexistent").status == 127)
    #expect(try await phone.run("exec", "--", SourceTree.path("README.md")).status == 126)
  }
}
