// SPDX-License-Identifier: MIT

/// Copies of programs that a test goes on to run.
package enum ProgramCopy {
  /// Copies a file or a folder, by a process of its own.
  ///
  /// What this process has open for writing, a program that another test starts at that moment may hold
  /// open too, for as long as it runs; and the kernel executes nothing that somebody could still write
  /// (`ETXTBSY`, `execve(2)`).
  package static func make(of source: String, at target: String) async throws {
    let run = try await ProgramRun.run("cp", ["-R", source, target])
    guard run.status == 0 else { throw MissingFixture(path: source) }
  }
}
