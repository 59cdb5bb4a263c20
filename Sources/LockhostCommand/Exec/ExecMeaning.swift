// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

/// What a typed `exec` means.
struct ExecMeaning {
  /// The program's absolute path in the host.
  let program: String
  /// What follows the name.
  let arguments: [String]
  /// The sandbox: the extension's, with what the flags add.
  var sandbox: Sandbox

  /// Understands every word, and finds the program.
  ///
  /// - Throws: LH5004 for a word that means nothing, LH5008 for a path that is not there, LH5011 and
  ///   LH5012 for the program, LH3008 for the policy.
  ///
  /// - Parameter policy: The policy that holds when none is named.
  init(_ context: CommandContext, policy: String = "capture") throws(CommandFailure) {
    let command = context.command
    arguments = Array(command.command.dropFirst())
    program = try Self.find(command.command.first ?? "", context)
    sandbox = Sandbox(try NamedPolicy(command.value("policy") ?? policy).source.policy)
    sandbox.readable = try (command.values["read"] ?? []).map { path throws(CommandFailure) in
      try Self.existing(path)
    }
    sandbox.writable = try (command.values["write"] ?? []).map { path throws(CommandFailure) in
      try Self.existing(path)
    }
    sandbox.showsProcesses = command.has("proc")
    sandbox.environment = try Self.variables(command)
    if let tier = command.value("tier").flatMap(SandboxTier.init(rawValue:)) {
      sandbox.demandedTier = tier
    }
    for text in command.values["limit"] ?? [] { try take(limit: text, command) }
  }

  // MARK: Parts

  private static func find(
    _ name: String, _ context: CommandContext
  ) throws(CommandFailure) -> String {
    guard let path = ProgramSearch.find(name, path: context.environment["PATH"]),
      let facts = PathFacts(path, followingLinks: true)
    else {
      throw CommandFailure(
        code: "LH5012", "there is no program `\(name)`",
        help: ["check the name, or give a path"], exitStatus: ExitStatus.notFound)
    }
    guard facts.kind == .file, facts.isExecutable else {
      throw CommandFailure(
        code: "LH5011", "\(path) is no program, or may not be executed",
        help: ["`chmod +x` makes a program executable"], exitStatus: ExitStatus.notExecutable)
    }
    return BuildVerb.absolute(path)
  }

  private static func existing(_ path: String) throws(CommandFailure) -> String {
    let absolute = BuildVerb.absolute(path)
    guard path.hasPrefix("/") || WorkingFolder.isThere else {
      throw .usage(
        "LH5008", "\(path) is not there: the working folder was removed",
        help: ["change to a folder that exists"])
    }
    guard PathFacts(absolute, followingLinks: true) != nil else {
      throw .usage("LH5008", "\(path) is not there, so the program cannot be shown it")
    }
    return absolute
  }

  private static func variables(
    _ command: TypedCommand
  ) throws(CommandFailure) -> [String: String] {
    var result: [String: String] = [:]
    for text in command.values["env"] ?? [] {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .usage(
          "LH5004", "`--env` cannot be `\(text)`", help: ["write NAME=VALUE"], verb: command.verb)
      }
      result[String(parts[0])] = String(parts[1])
    }
    return result
  }

  /// Every limit by name, with what it can be and what it sets; `false` when the value means nothing.
  private static let limits:
    [(name: String, values: String, set: @Sendable (inout Sandbox, String) -> Bool)] = [
      (
        "memory", "1M or more, such as 256M",
        { sandbox, text in
          guard let count = ByteCount(parsing: text), count.bytes >= ByteCount.mebibytes(1).bytes
          else { return false }
          sandbox.limits.memory = count
          // What one process may take before anybody looks: somewhat more, so that it is the whole
          // that is met, and said to be met.
          sandbox.limits.data = ByteCount(
            min(count.bytes, 1 << 60) + max(count.bytes / 4, ByteCount.mebibytes(64).bytes))
          return true
        }
      ),
      (
        "file-size", "a size, such as 16M",
        { sandbox, text in
          guard let count = ByteCount(parsing: text) else { return false }
          sandbox.limits.fileSize = count
          return true
        }
      ),
      (
        "processes", "1 to 10000",
        { sandbox, text in
          guard let count = Int(text), (1...10_000).contains(count) else { return false }
          sandbox.limits.processes = count
          return true
        }
      ),
      (
        "files", "16 to 65534",
        { sandbox, text in
          guard let count = Int(text), (16...65_534).contains(count) else { return false }
          sandbox.limits.openFiles = count
          return true
        }
      ),
      (
        "cpu", "whole seconds, 1s or more",
        { sandbox, text in
          guard let duration = DurationText.parse(text), duration >= .seconds(1) else {
            return false
          }
          sandbox.limits.processorTime = duration
          return true
        }
      ),
      (
        "time", "a duration, such as 500ms or 5s",
        { sandbox, text in
          guard let duration = DurationText.parse(text), duration > .zero else { return false }
          sandbox.time = duration
          return true
        }
      ),
    ]

  private mutating func take(limit text: String, _ command: TypedCommand) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let limit = Self.limits.first(where: { $0.name == name }) else {
      throw .usage(
        "LH5004", "there is no limit `\(name)`",
        help: Suggestion.help(for: name, among: Self.limits.map(\.name)), verb: command.verb)
    }
    guard parts.count == 2, limit.set(&sandbox, String(parts[1])) else {
      throw .usage(
        "LH5004", "the limit `\(text)` means nothing",
        help: ["`\(name)` can be \(limit.values)"],
        verb: command.verb)
    }
  }
}
