// SPDX-License-Identifier: MIT

import Foundation
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

  @Test("what a program used that its time limit ended is in the record")
  func usedWhenKilled() async throws {
    let phone = try Phone()
    let run = try await phone.run(
      "exec", "--json", "--limit", "time=3s", "--", "/bin/sh", "-c", "while :; do :; done")
    #expect(run.status == 124, "\(run.end)\n\(run.errors)")
    let record = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    // A shell of three seconds has had more of the processor than pid 1, which has done nothing.
    #expect(record["userMicroseconds"] as? Int ?? 0 >= 50_000, "\(run.output)")
    #expect(record["maxResidentBytes"] as? Int ?? 0 >= 512 << 10, "\(run.output)")
  }

  @Test("refused calls of too many kinds are counted, though not all are listed")
  func manyKinds() async throws {
    let phone = try Phone()
    let script = """
      import _socket
      for domain in range(100, 500):
        try: _socket.socket(domain, 1)
        except OSError: pass
      """
    let run = try await phone.run(
      "exec", "--json", "--policy", "program", "--read", "/usr", "--", "/usr/bin/python3", "-c",
      script)
    #expect(run.status == 0, "\(run.end)\n\(run.errors)")
    let record = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let listed = try #require(record["violations"] as? [Any]).count
    #expect(listed < 400)
    #expect(listed + (record["unlistedViolations"] as? Int ?? 0) >= 400, "\(run.errors)")
    #expect(run.errors.contains("more calls, not listed"), "\(run.errors.suffix(300))")
  }
}
