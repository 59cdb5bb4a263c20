// SPDX-License-Identifier: MIT

import Foundation
import LockhostPolicy
import LockhostTesting
import Testing

@Suite("Docs/PolicyLanguage.md") struct PolicyLanguageDocumentTests {
  private func document() throws -> String { try SourceTree.text("Docs/PolicyLanguage.md") }

  /// The rows of a table under a heading, cell by cell.
  private func rows(under heading: String, mark: String = "##") throws -> [[String]] {
    let document = try document()
    let section = try #require(document.range(of: "\n\(mark) \(heading)\n"))
    let text = document[section.upperBound...]
    let lines = text.prefix(upTo: text.range(of: "\n\(mark) ")?.lowerBound ?? text.endIndex)
      .split(separator: "\n")
    return lines.filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The words of a table's first column, under a heading.
  private func words(under heading: String, mark: String = "##") throws -> [String] {
    try rows(under: heading, mark: mark).compactMap { cells in
      cells.first?.split(separator: "`").first.map(String.init)
    }
  }

  @Test("it names every intent, group and built-in policy, in their order")
  func complete() throws {
    #expect(try words(under: "Intents") == Intent.all.map(\.name))
    #expect(try words(under: "Groups") == CallGroup.all.map(\.name))
    #expect(try words(under: "Built-in policies").sorted() == Policy.builtInNames)
  }

  @Test("it has every finding of lint with its sentence")
  func findings() throws {
    let rows = try rows(under: "Findings of `lint`", mark: "###")
    #expect(
      rows == PolicyFinding.Kind.allCases.map { ["`\($0.rawValue)`", $0.summary] })
  }

  @Test("it has every item of the exposure with its weight and its good sentence")
  func exposure() throws {
    let rows = try rows(under: "The exposure", mark: "###")
    let items = Exposure(of: try Policy(name: "none").resolved()).items
    #expect(rows == items.map { ["`\($0.id)`", String($0.weight), $0.sentence] })
  }

  @Test("its example is a policy")
  func example() throws {
    let parts = try document().components(separatedBy: "```\n")
    let policy = try Policy(parsing: try #require(parts.dropFirst().first))
    #expect(policy.name == "tiles")
    #expect(try policy.resolved().grants.map(\.name) == ["host-network"])
  }
}
