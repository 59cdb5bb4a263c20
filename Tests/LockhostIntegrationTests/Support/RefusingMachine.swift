// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostPolicy
import LockhostSystem
import LockhostTesting

/// A machine that refuses something, as the built `lockhost` sees it: a copy of the program, beside
/// which lies a spawner from which a filter takes it away.
struct RefusingMachine {
  /// What is refused.
  enum Refusal {
    /// `clone3`, and so every namespace.
    case namespaces
    /// The map of ids of a user namespace, and so that alone.
    case identityMap
    /// `landlock_create_ruleset`.
    case landlock

    fileprivate func line() -> String {
      switch self {
      case .namespaces: "answer \(Self.number("clone3")) \(EPERM)"
      // The only write of four bytes is the one that denies setgroups.
      case .identityMap: "answer \(Self.number("write")) \(EPERM) 2 4"
      case .landlock: "answer \(Self.number("landlock_create_ruleset")) \(ENOSYS)"
      }
    }

    private static func number(_ name: String) -> UInt32 { Syscall.named(name)?.number ?? 0 }
  }

  let scratch: ScratchFolder

  init(_ refusals: Refusal...) async throws {
    scratch = try ScratchFolder()
    // Root's guests are other users, who walk the machine's own paths on the floor.
    unsafe chmod(scratch.path, 0o755)
    for program in ["lockhost", "lockhost-tool"] {
      try await ProgramCopy.make(
        of: try ProgramFolder.path(of: program), at: scratch.path(program))
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("lockhost-spawn"),
      withDestinationPath: try ProgramFolder.path(of: "lockhost-testing-spawn"))
    let lines =
      ["spawner \(try ProgramFolder.path(of: "lockhost-spawn"))"] + refusals.map { $0.line() }
    try scratch.write(lines.joined(separator: "\n") + "\n", to: "lockhost-spawn.lines")
  }

  /// Runs `lockhost VERB …` on it.
  func run(_ arguments: String..., within limit: Duration = .seconds(90)) async throws -> ProgramRun
  {
    await (try RunningProgram(scratch.path("lockhost"), arguments)).finish(within: limit)
  }

  /// Brings a built app to where root's guests reach it.
  func install(_ app: String) async throws -> String {
    let place = scratch.path("\(app).app")
    try await ProgramCopy.make(of: try Fixtures.app(app), at: place)
    return place
  }
}
