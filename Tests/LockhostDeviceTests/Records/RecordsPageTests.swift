// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Docs/Records.md against the schema, both ways.
@Suite("The page of exit records") struct RecordsPageTests {
  /// What a field is: its JSON type, or `null` in a record of which nothing is known.
  private enum Shape: Hashable { case null, string, integer, boolean, array, object }

  /// A record with one of everything that there can be several of, and nothing optional.
  private func emptiest() throws -> [String: Shape] {
    var record = ExitRecord(
      session: "s", decision: .decide(LaunchDecisionTests.input(.locked)), reason: .dismissed)
    record.steps = [.init(step: "s", microseconds: 1)]
    record.violations = [
      .init(syscall: "socket", arguments: [], action: "errno:EPERM", rule: "r", count: 1)
    ]
    record.photos = [.init(identifier: "i", path: "/p", bytes: 1, type: "public.jpeg")]
    record.sessionContent.refused = [.init(name: "n", kind: "fifo", reason: "r")]
    record.activities = [.init(activityType: "t", title: nil, userInfo: nil, outcome: "opened")]
    record.events = [.init(at: 1, what: "w")]
    var shapes: [String: Shape] = [:]
    try collect(JSONDecoder().decode(JSONValue.self, from: Data(record.json())), "", &shapes)
    return shapes
  }

  private func collect(_ value: JSONValue, _ path: String, _ shapes: inout [String: Shape]) {
    switch value {
    case .null: shapes[path] = .null
    case .bool: shapes[path] = .boolean
    case .integer, .number: shapes[path] = .integer
    case .string: shapes[path] = .string
    case .array(let elements):
      shapes[path] = .array
      for case .object(let keys) in elements {
        for (key, value) in keys { collect(value, "\(path)[].\(key)", &shapes) }
      }
    case .object(let keys):
      if !path.isEmpty { shapes[path] = .object }
      for (key, value) in keys { collect(value, path.isEmpty ? key : "\(path).\(key)", &shapes) }
    }
  }

  @Test("names every field of the schema and no other, with its type and when it is null")
  func fields() throws {
    let shapes = try emptiest()
    var documented: Set<String> = []
    for line in try SourceTree.text("Docs/Records.md").split(separator: "\n")
    where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 4, "\(line)")
      let field = cells[0].trimmingCharacters(in: ["`"])
      #expect(documented.insert(field).inserted, "\(field) stands twice")
      let shape = try #require(shapes[field], "\(field) is no field")
      #expect((shape == .null) == (cells[2] != "never"), "\(field) and null")
      let types: [String: Shape] = [
        "string": .string, "integer": .integer, "boolean": .boolean, "array": .array,
        "object": .object,
      ]
      let type = try #require(types[String(cells[1].prefix { $0.isLetter })], "\(line)")
      if shape != .null { #expect(type == shape, "\(field)") }
    }
    #expect(Set(shapes.keys).subtracting(documented).isEmpty)
  }

  @Test("names every reason for an end")
  func reasons() throws {
    let page = try SourceTree.text("Docs/Records.md")
    for reason in ExitRecord.Reason.allCases { #expect(page.contains("`\(reason.rawValue)`")) }
  }
}
