// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

@testable import LockhostDevice

@Suite("JSON as it is stored")
struct JSONWriterTests {
  private struct Everything: Encodable {
    var text = "plain"
    var number = -7
    var large = UInt64.max
    var half = 0.5
    var whole = 3.0
    var huge = 1e300
    var float = Float(2.25)
    var yes = true
    var nothing: Int?
    var something: Int? = 1
    var list = [1, 2, 3]
    var empty: [String] = []
    var nested = [["a": [1, 2]], [:], ["b": []]]
    var words = ["b": "2", "a": "1", "A": "0", "ä": "3", "a10": "4", "a9": "5"]
    @NullWhenNil var absent: Int?
    @NullWhenNil var present: String? = "there"
    @EmptyWhenAbsent var none: [Int]
    var value = JSONValue.object([
      "list": .array([.null, .bool(false), .number(1.5), .number(2), .string("x/y")]),
      "empty": .object([:]),
    ])
  }

  private func encoded(
    _ value: some Encodable, _ options: JSONEncoder.OutputFormatting
  ) throws
    -> String
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = options
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func expectAlike(_ value: some Encodable) throws {
    let plain: JSONEncoder.OutputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(
      String(decoding: try JSONWriter.bytes(of: value, pretty: false), as: UTF8.self)
        == (try encoded(value, plain)))
    #expect(
      String(decoding: try JSONWriter.bytes(of: value, pretty: true), as: UTF8.self)
        == (try encoded(value, plain.union(.prettyPrinted))))
  }

  @Test("values of every kind are written as JSONEncoder writes them") func everyKind() throws {
    try expectAlike(Everything())
    try expectAlike([Everything(), Everything()])
    try expectAlike([String: Int]())
    try expectAlike([Int]())
    try expectAlike("a string alone")
  }

  @Test("every character is written as JSONEncoder writes it") func characters() throws {
    try expectAlike((0..<0x300).compactMap { UnicodeScalar($0).map { "<\(Character($0))>" } })
    try expectAlike(["\u{1F4F7}", "e\u{301}", "\u{2028}", "\"\\/", "", "\u{FFFF}"])
  }

  @Test("a whole record is written as JSONEncoder writes it, and is read again") func record()
    throws
  {
    var record = ExitRecord(
      session: "20260518-101530-8f3a2c1d", decision: .lost, reason: .violation)
    record.application = "org.example.App"
    record.violations = [
      .init(
        syscall: "socket", arguments: ["AF_INET", "\"x\""], action: "kill", rule: "a\tb", count: 2)
    ]
    record.activities = [
      .init(
        activityType: "t", title: nil, userInfo: ["k": .array([.integer(1)])], outcome: "opened")
    ]
    record.steps = (0..<20).map { .init(step: "step \($0)", microseconds: $0) }
    record.captureEvents = .init(handled: 2, microseconds: [1, 2])
    try expectAlike(record)
    let bytes = try StoredJSON.encode(record, pretty: true)
    #expect(try StoredJSON.decode(ExitRecord.self, from: bytes) == record)
  }

  @Test("a number that JSON cannot say is refused", arguments: [Double.nan, .infinity])
  func unsayable(_ number: Double) {
    #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: number, pretty: false) }
    #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [Float(number)], pretty: true) }
  }
}
