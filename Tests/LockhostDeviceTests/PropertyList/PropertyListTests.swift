// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LockhostDevice

@Suite("Property lists", .timeLimit(.minutes(5))) struct PropertyListTests {
  static var example: [String: Any] {
    [
      "text": "Grüße & <Zeichen>", "wide": "写真", "empty": "", "yes": true, "no": false,
      "small": 7, "negative": -1, "large": 1 << 40, "most": Int.max, "real": 0.5,
      "data": Data([0, 1, 2, 254, 255]), "list": ["a", ["b", [1, 2]]] as [Any],
      "inner": ["key": ["deep": "value"]], "many": (0..<40).map { "element \($0)" },
      "date": Date(timeIntervalSince1970: 0),
    ]
  }

  private func expect(_ value: PropertyList) throws {
    guard case .dictionary(let top) = value else {
      Issue.record("not a dictionary")
      return
    }
    #expect(top["text"] == .string("Grüße & <Zeichen>"))
    #expect(top["wide"] == .string("写真"))
    #expect(top["empty"] == .string(""))
    #expect(top["yes"] == .boolean(true))
    #expect(top["no"] == .boolean(false))
    #expect(top["small"] == .integer(7))
    #expect(top["negative"] == .integer(-1))
    #expect(top["large"] == .integer(1 << 40))
    #expect(top["most"] == .integer(.max))
    #expect(top["real"] == .real(0.5))
    #expect(top["data"] == .data([0, 1, 2, 254, 255]))
    #expect(
      top["list"]
        == .array([.string("a"), .array([.string("b"), .array([.integer(1), .integer(2)])])]))
    #expect(top["inner"] == .dictionary(["key": .dictionary(["deep": .string("value")])]))
    #expect(top["many"] == .array((0..<40).map { .string("element \($0)") }))
    #expect(top.count == Self.example.count)
  }

  private func encoded(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
    [UInt8](
      try PropertyListSerialization.data(
        fromPropertyList: Self.example, format: format, options: 0))
  }

  @Test("in XML are read as Foundation writes them")
  func xml() throws { try expect(PropertyList.parse(encoded(.xml))) }

  @Test("in binary form are read as Foundation writes them")
  func binary() throws { try expect(PropertyList.parse(encoded(.binary))) }

  private func problem(_ text: String) -> PropertyList.Problem? {
    do throws(PropertyList.Problem) {
      _ = try PropertyList.parse(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "with a mistake name its line",
    arguments: [
      ("", 1), ("hello", 1), ("{ a = b; }", 1), ("<html></html>", 1), ("<plist></plist>", 1),
      ("<plist>\n<dict>\n<key>a</key>\n</dict></plist>", 4),
      ("<plist>\n<dict>\n<string>a</string></dict></plist>", 3),
      ("<plist><dict>\n<key>a</key><string>b", 2), ("<plist><integer>x</integer></plist>", 1),
      ("<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", 1),
      ("<plist><string>&unknown;</string></plist>", 1),
      ("<plist><string>a & b</string></plist>", 1),
      ("<plist><blob/></plist>", 1), ("<plist><true/></plist>\n<plist/>", 2),
      ("<plist><data>%%%</data></plist>", 1), ("<plist>\n<string>\u{1B}[31m</string></plist>", 2),
      ("<plist>\n<!-- \u{8} --><string></string></plist>", 2),
      ("<plist><string>&#27;</string></plist>", 1), ("<plist><string>&#xFFFF;</string></plist>", 1),
      ("<plist><dict><key>&#x9B;2J</key></dict></plist>", 1),
    ])
  func malformed(text: String, line: Int) {
    guard case .malformed(let found, let message) = problem(text) else {
      Issue.record("\(String(describing: problem(text)))")
      return
    }
    #expect(found == line, "\(message)")
    #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test("that declare entities are refused before any is used")
  func bomb() {
    var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist [\n<!ENTITY a0 \"lol\">\n"
    for level in 1...30 { text += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">\n" }
    text += "]>\n<plist><string>&a30;</string></plist>"
    #expect(problem(text) == .entities(line: 2))
  }

  @Test("nested without end are refused")
  func nesting() {
    let text =
      "<plist>" + String(repeating: "<array>", count: 10_000)
      + String(repeating: "</array>", count: 10_000) + "</plist>"
    #expect(problem(text) == .tooLarge("deeper than 32 levels"))
  }

  @Test("larger than the limit are refused unread")
  func large() {
    #expect(throws: PropertyList.Problem.self) {
      try PropertyList.parse([UInt8](repeating: 0x20, count: 2 << 20))
    }
  }

  @Test("in binary form that stand for a million values, or for themselves, are refused")
  func binaryBombs() {
    // Thirty arrays, each of which holds the next one twice; then one that holds itself.
    for loop in [false, true] {
      var bytes = Array("bplist00".utf8)
      var offsets: [UInt8] = []
      let count = loop ? 1 : 31
      for index in 0..<count {
        offsets.append(UInt8(bytes.count))
        let next = UInt8(loop ? 0 : index + 1)
        bytes += index == 30 ? [0x09] : [0xA2, next, next]
      }
      let table = UInt8(bytes.count)
      bytes += offsets
      bytes += [0, 0, 0, 0, 0, 0, 1, 1]
      bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(count)]
      bytes += [0, 0, 0, 0, 0, 0, 0, 0]
      bytes += [0, 0, 0, 0, 0, 0, 0, table]
      let error = #expect(throws: PropertyList.Problem.self) { try PropertyList.parse(bytes) }
      guard case .tooLarge = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("damaged anywhere are read or refused, and never trapped on")
  func damaged() throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let whole = try encoded(format)
      for length in 0..<whole.count { _ = try? PropertyList.parse(Array(whole.prefix(length))) }
      for index in whole.indices {
        for value: UInt8 in [0, 0x1F, 0x7F, 0x80, 0xDF, 0xFF] {
          var bytes = whole
          bytes[index] = value
          _ = try? PropertyList.parse(bytes)
        }
      }
    }
  }
}
