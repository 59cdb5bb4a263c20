// SPDX-License-Identifier: MIT

import Foundation

/// How a program went that a test has run.
package struct ProgramRun: Sendable {
  /// How it ended.
  package enum End: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signaled(Int32)
    /// Not in time: the test killed it.
    case late
  }

  /// How it ended.
  package let end: End
  /// What it wrote to standard output.
  package let output: String
  /// What it wrote to standard error.
  package let errors: String
  /// From its start to its end.
  package let duration: Duration

  /// Its status when it ended by itself.
  package var status: Int32? {
    if case .exited(let status) = end { status } else { nil }
  }

  /// The lines of its standard output, without the empty ones.
  package var lines: [String] {
    output.split(separator: "\n").map(String.init)
  }

  /// The small environment that programs get unless a test gives another.
  ///
  /// `HOME` is a folder that does not exist: a program that wrote there would show.
  package static let environment: [String: String] = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    "HOME": "/proc/nonexistent",
    "TMPDIR": FileManager.default.temporaryDirectory.path,
    "LANG": "C.UTF-8",
  ]

  /// Runs a program of the system to its end.
  package static func run(
    _ program: String, _ arguments: [String] = [], within limit: Duration = .seconds(60)
  ) async throws -> ProgramRun {
    guard let path = find(program) else { throw MissingProgram(name: program) }
    return await (try RunningProgram(path, arguments)).finish(within: limit)
  }

  /// Where a program is: as given if that is a path, else by `PATH`.
  package static func find(_ program: String) -> String? {
    if program.contains("/") { return program }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

/// A program that a test needs and this machine lacks.
package struct MissingProgram: Error, CustomStringConvertible {
  /// Its name.
  package let name: String
  package var description: String {
    "no '\(name)' in PATH; Scripts/bootstrap names the package that has it"
  }
}
