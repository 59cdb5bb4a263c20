// SPDX-License-Identifier: MIT

import LockhostSystem
import Testing

@Suite("Bytes with gaps") struct ByteFormTests {
  private let text = Array(#"{"name":"one","time":"1234"}"#.utf8)
  private let fields = [
    ByteForm.Field(after: #""name":""#, count: 3), ByteForm.Field(after: #""time":""#, count: 4),
  ]

  @Test("have other values in their fields, of any length, and are else as they were")
  func filled() throws {
    let form = try #require(ByteForm(text, fields: fields))
    #expect(form.filled(with: ["one", "1234"]) == text)
    #expect(form.filled(with: ["three", ""]) == Array(#"{"name":"three","time":""}"#.utf8))
    #expect(try #require(ByteForm(text, fields: [])).filled(with: []) == text)
  }

  @Test("are none where a mark is missing, stands twice, in another order or at the end")
  func none() {
    let marks = [("nobody", 0), (#"":""#, 0), ("1234", 3), ("", 0)]
    for (mark, count) in marks {
      let form = ByteForm(text, fields: [.init(after: mark, count: count)])
      #expect(form.map { _ in mark } == nil)
    }
    #expect(ByteForm(text, fields: fields.reversed()).map { _ in true } == nil)
    #expect(ByteForm([], fields: [.init(after: "a", count: 0)]).map { _ in true } == nil)
  }
}
