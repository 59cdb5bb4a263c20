// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

/// Docs/Sandbox.md says what a program finds itself with; here it is asked.
@Suite("What the sandbox's page says", .timeLimit(.minutes(3)))
struct SandboxDocumentTests {
  /// A command of the page and what should come of it, line by line.
  struct Listing: Sendable, CustomTestStringConvertible {
    let command: String
    var lines: [String] = []

    var testDescription: String { command }
  }

  static let listings: [Listing] = {
    var found: [Listing] = []
    var isInside = false
    let text = (try? SourceTree.text("Docs/Sandbox.md")) ?? ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```console" {
        isInside = true
      } else if line == "```" {
        isInside = false
      } else if isInside, line.hasPrefix("$ ") {
        found.append(Listing(command: String(line.dropFirst(2))))
      } else if isInside, !found.isEmpty {
        found[found.count - 1].lines.append(String(line))
      }
    }
    return found
  }()

  @Test("there are listings for everything that is promised")
  func complete() {
    let commands = Self.listings.map(\.command).joined(separator: "\n")
    for word in [
      "python3", "convert", "sqlite3", "gcc", "node", "capsh --print", "/proc/self/status", "ls /",
      "env", "/proc/self/fd", "TinyHost PluginBad",
    ] { #expect(commands.contains(word), "\(word)") }
  }

  @Test(
    "is so",
    .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
    arguments: listings)
  func isSo(listing: Listing) async throws {
    let programs = try ProgramFolder.path()
    let plugins = Fixtures.folder + "/TinyHost"
    var environment = ProgramRun.environment
    environment["PATH"] = "\(programs):\(plugins):/usr/sbin:/usr/bin:/bin"
    let scratch = try ScratchFolder()
    environment["LOCKHOST_HOME"] = scratch.path
    // As a person would see it: both streams in one, from the root of the source tree, and plug-ins by
    // their whole paths.
    let command = listing.command.replacingOccurrences(of: " Plugin", with: " \(plugins)/Plugin")
    let run = await
      (try RunningProgram(
        "/bin/bash", ["-c", "cd '\(SourceTree.root)' && { \(command); } 2>&1"],
        environment: environment)).finish()
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
    #expect(lines == listing.lines + [""])
  }
}
