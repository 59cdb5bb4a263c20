// SPDX-License-Identifier: MIT

import Foundation
import LockhostPolicy
import LockhostTesting
import Testing

@Suite("Docs/PolicyLanguage.md") struct PolicyLanguageDocumentTests {
  private func document() throws -> String { try SourceTree.text("Docs/PolicyLanguage.md") }

  /// The words of a table's first column, under a heading.
  private func words(under heading: String) throws -> [String] {
    let document = try document()
    let section = try #require(document.range(of: "\n## \(heading)\n"))
    let text = document[section.upperBound...]
    let lines = text.prefix(upTo: text.range(of: "\n## ")?.lowerBound ?? text.endIndex)
      .split(separator: "\n")
    return lines.filter { $0.hasPrefix("| `") }.compactMap { line in
      line.split(separator: "`").dropFirst().first.map(String.init)
    }
  }

  @Test("it names every intent, group and built-in policy, in their order")
  func complete() throws {
    #expect(try words(under: "Intents") == Intent.all.map(\.name))
    #expect(try words(under: "Groups") == CallGroup.all.map(\.name))
    #expect(try words(under: "Built-in policies").sorted() == Policy.builtInNames)
  }

  @Test("its example is a policy")
  func example() throws {
    let parts = try document().components(separatedBy: "```\n")
    let policy = try Policy(parsing: try #require(parts.dropFirst().first))
    #expect(policy.name == "tiles")
    #expect(try policy.resolved().grants.map(\.name) == ["host-network"])
  }
}
