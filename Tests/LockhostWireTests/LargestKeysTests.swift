// SPDX-License-Identifier: MIT

import LockhostWire
import Testing

@Suite("The largest keys of an object") struct LargestKeysTests {
  private func keys(_ text: String, limit: Int = 3) -> [String] {
    LargestKeys.of(Array(text.utf8), limit: limit).map { "\($0.key) \($0.bytes)" }
  }

  @Test("are named with their bytes, the largest first")
  func order() {
    #expect(keys(#"{"a":1,"long":"xxxxxxxx","b":[1,2,3]}"#) == [#"long 17"#, "b 11", "a 5"])
    #expect(keys(#"{"a":1,"long":"xxxxxxxx","b":[1,2,3]}"#, limit: 1) == ["long 17"])
    #expect(LargestKeys.words(for: Array(#"{"text":"abc"}"#.utf8)) == "text (12 bytes)")
  }

  @Test("are found around braces, commas and quotes that stand in texts")
  func texts() {
    #expect(keys(#"{"a":"},{\"","b":{"c":[{},"x,y"]}}"#) == ["b 20", "a 11"])
    #expect(keys(#"{"q\"x":1}"#) == [#"q\"x 8"#])
  }

  @Test(
    "of what is no object, or ends too early, are none or fewer, and nothing traps",
    arguments: [
      "", "{", "[1,2]", "12", #"{"a"#, #"{"a":"#, #"{"a":"x"#, #"{"a":1"#, "{}", #"{"a" 1}"#, "\"",
      #"{"a":"\"#, #"{"a":[[["#,
    ])
  func odd(text: String) {
    #expect(keys(text).count <= 1)
    #expect(LargestKeys.words(for: Array(text.utf8)).utf8.count < 100)
  }
}
