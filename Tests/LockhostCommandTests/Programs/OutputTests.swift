// SPDX-License-Identifier: MIT

import Foundation
import LockhostExec
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostCommand

/// Output that cannot be written, and output that must not steer a terminal.
@Suite("Output that goes wrong", .timeLimit(.minutes(1)))
struct OutputTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Runs a line of shell in which `lockhost` is the built program.
  private func shell(_ line: String) async throws -> ProgramRun {
    var variables = ProgramRun.environment
    variables["LOCKHOST_HOME"] = scratch.path("state")
    let program = try ProgramFolder.path(of: "lockhost")
    let script = "lockhost() { '\(program)' \"$@\"; }; \(line)"
    let bash = try #require(ProgramRun.find("bash"))
    return await (try RunningProgram(bash, ["-c", script], environment: variables))
      .finish(within: .seconds(30))
  }

  @Test(
    "output that is not taken is told and no success",
    arguments: ["sessions list --json", "photos list --json", "--version", "help launch"])
  func fails(words: String) async throws {
    // The control.
    #expect(try await shell("lockhost \(words)").status == 0)
    for target in ["> /dev/full", ">&-"] {
      let run = try await shell("lockhost \(words) \(target)")
      #expect(run.status == 1, "\(target)")
      #expect(run.errors.contains("LH5008"), "\(target): \(run.errors)")
    }
    // A worse status stays.
    #expect(try await shell("lockhost nonsense --json > /dev/full").status == 64)
  }

  @Test("a program whose output nobody reads ends as it would without a sandbox")
  func pipeline() async throws {
    let run = try await shell(
      "lockhost exec -- yes | head -c 4; echo ${PIPESTATUS[0]}; "
        + "lockhost exec -- yes > /dev/full; echo $?")
    #expect(run.lines == ["y", "y", "141", "1"], "\(run.errors)")
  }

  @Test(
    "a program's own status is kept, whatever becomes of its output", arguments: ["", "--json"])
  func ownStatus(flags: String) async throws {
    // With --json it is the program lockhost-tool that runs it.
    let policy = "--policy program \(flags)"
    let run = try await shell(
      """
      lockhost exec \(policy) -- bash -c 'echo; exit 3' > /dev/full; echo $?
      lockhost exec \(policy) -- bash -c 'echo; exit 0' > /dev/full; echo $?
      lockhost exec \(policy) -- bash -c 'trap "" PIPE; for i in {1..99999}; do echo; done; exit 4' \
        2> /dev/null | head -c 1 > /dev/null; echo ${PIPESTATUS[0]}
      """)
    #expect(run.lines == ["3", "1", "4"], "\(run.errors)")
    #expect(run.errors.contains("LH5008"), "\(run.errors)")
  }

  @Test("a name from a bundle cannot steer a terminal")
  func bundleName() async throws {
    let app = scratch.path("Evil.app")
    try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: ProgramFolder.path(of: "lockhost-probe"), toPath: app + "/Evil")
    let plist = [
      "CFBundleIdentifier": "org.example.evil", "CFBundleExecutable": "Evil",
      "CFBundlePackageType": "APPL", "CFBundleName": "a\u{9B}31m\u{202E}\nforged",
      "CFBundleShortVersionString": "1\u{9B}2J",
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: plist, format: .binary, options: 0)
    try data.write(to: URL(filePath: app + "/Info.plist"))
    for words in ["info '\(app)'", "info '\(app)' --json", "install '\(app)'", "list"] {
      // Whether it is shown or refused.
      let run = try await shell("lockhost \(words)")
      let isHarmless = (run.output + run.errors).unicodeScalars.allSatisfy {
        $0 == "\n" || !TerminalText.isHarmful($0)
      }
      #expect(isHarmless, "\(words): \(run.output.debugDescription)")
      #expect(!run.lines.contains { $0.hasPrefix("forged") }, "\(words)")
    }
  }

  @Test("the terminal keeps its own colours, and nothing else")
  func terminalText() {
    let text = "\u{1B}[1;31merror\u{1B}[0m: \u{1B}]0;title\u{7}\u{1B}[2J\ttab\nline é"
    #expect(
      TerminalText.safe(text, keepingColors: true)
        == "\u{1B}[1;31merror\u{1B}[0m: \\u{1b}]0;title\\u{7}\\u{1b}[2J\ttab\nline é")
    #expect(!TerminalText.safe(text, keepingColors: false).contains("\u{1B}"))
    #expect(TerminalText.printable("a\nb") == "a\\u{a}b")
  }

  @Test("JSON with what could steer a terminal says the same, escaped")
  func json() throws {
    let words = ["\u{9B}2J", "\u{202E}", "\u{E0041}", "é\u{1F600}"]
    let line = JSONLine.encode(words)
    #expect(!line.unicodeScalars.contains(where: TerminalText.isHarmful))
    #expect(try JSONDecoder().decode([String].self, from: Data(line.utf8)) == words)
  }
}
