// SPDX-License-Identifier: MIT

import Foundation

/// `Docs/WireProtocol.md`, as the tests read it.
struct ProtocolDocument {
  private let lines: [String]

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "Docs/WireProtocol.md"), encoding: .utf8)
    lines = text.components(separatedBy: "\n")
  }

  /// The cells of each table row under a heading, without the table's own head.
  func rows(under heading: String) -> [[String]] {
    section(heading).filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The hexadecimal text of each golden message by its name.
  func goldenBytes() -> [String: String] {
    var name: String?
    var messages: [String: String] = [:]
    for line in section("Golden bytes") {
      if line.hasPrefix("### ") {
        name = String(line.dropFirst(4))
      } else if let name, !line.isEmpty, !line.hasPrefix("```") {
        messages[name, default: ""] += line.replacing(" ", with: "")
      }
    }
    return messages
  }

  private func section(_ heading: String) -> [String] {
    guard let start = lines.firstIndex(of: "## " + heading) else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
  }
}
