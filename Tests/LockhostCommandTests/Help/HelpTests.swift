// SPDX-License-Identifier: MIT

import LockhostTesting
import Testing

@testable import LockhostCommand

@Suite("Help, manual and completions")
struct HelpTests {
  static let folder = "Tests/LockhostCommandTests/Golden/"

  @Test("no line of help is wider than 82 columns")
  func width() {
    for verb in CommandTable.visibleVerbs {
      for line in HelpText.long(verb).split(separator: "\n") { #expect(line.count <= 82) }
    }
  }

  @Test("the overview is as it was")
  func overview() throws {
    try Golden.expect(HelpText.overview() + "\n", at: Self.folder + "overview.txt")
  }

  @Test("the short and the long help of a verb are as they were", arguments: ["build", "exec"])
  func verb(name: String) throws {
    let verb = try #require(CommandTable.verb(named: name))
    try Golden.expect(HelpText.short(verb) + "\n", at: Self.folder + "\(name)-short.txt")
    try Golden.expect(HelpText.long(verb) + "\n", at: Self.folder + "\(name)-long.txt")
  }

  @Test("every verb's help names its flags and begins with examples")
  func everyVerb() {
    for verb in CommandTable.visibleVerbs {
      let short = HelpText.short(verb)
      let long = HelpText.long(verb)
      for flag in verb.allFlags {
        #expect(short.contains("--" + flag.name), "\(verb.name)")
        #expect(long.contains("--" + flag.name), "\(verb.name)")
      }
      #expect(long.split(separator: "\n").dropFirst().first == "Examples:", "\(verb.name)")
    }
  }

  @Test("Docs/Commands.md is what the table says")
  func commandsPage() throws {
    try Golden.expect(CommandsPage.markdown(), at: "Docs/Commands.md")
  }

  @Test("the manual page is roff without a warning")
  func manual() async throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(ManualPage.roff(), to: "lockhost.1")
    try await check("groff", ["-man", "-ww", "-z", "-Tutf8", path])
  }

  @Test("the completion scripts are correct shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) async throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(try #require(Completions.script(for: shell)), to: "script")
    try await check(shell, [shell == "fish" ? "--no-execute" : "-n", path])
  }

  /// Runs a checker that must say nothing; a machine without it says so.
  private func check(_ program: String, _ arguments: [String]) async throws {
    guard ProgramRun.find(program) != nil else {
      print("not checked: there is no \(program) here")
      return
    }
    let run = try await ProgramRun.run(program, arguments)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  struct Completion: CustomTestStringConvertible, Sendable {
    let words: [String]
    let expected: [String]
    var testDescription: String { words.joined(separator: " ") }
  }

  static let completionCases = [
    Completion(words: ["la"], expected: ["launch"]),
    Completion(words: ["sessions", "s"], expected: ["show"]),
    Completion(words: ["launch", "--lock"], expected: ["--locked"]),
    Completion(words: ["launch", "--from", "act"], expected: ["action-button"]),
    Completion(words: ["launch", "X.app", "--require", "e"], expected: ["extension"]),
    Completion(words: ["privacy", "grant", "cam"], expected: ["camera"]),
    Completion(words: ["help", "bui"], expected: ["build"]),
    Completion(words: ["state", "before"], expected: ["before-first-unlock"]),
    Completion(words: ["exec", "--", "--lim"], expected: []),
  ]

  @Test("bash completes verbs, flags and values", arguments: completionCases)
  func bash(each: Completion) async throws {
    let scratch = try ScratchFolder()
    let script = try #require(Completions.script(for: "bash"))
    let path = try scratch.write(script, to: "completion.bash")
    let words = (["lockhost"] + each.words).map { "'\($0)'" }.joined(separator: " ")
    let run = try await ProgramRun.run(
      "bash",
      [
        "-c",
        """
        source '\(path)'
        COMP_WORDS=(\(words)); COMP_CWORD=\(each.words.count)
        _lockhost; printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
    #expect(run.lines == each.expected, "\(run.errors)")
  }
}
