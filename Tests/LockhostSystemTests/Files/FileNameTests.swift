// SPDX-License-Identifier: MIT

import LockhostSystem
import Testing

@Suite("File names") struct FileNameTests {
  @Test(
    "what cannot name an entry is refused",
    arguments: ["", ".", "..", "a/b", "/", "a\0b", String(repeating: "n", count: 256)])
  func refused(text: String) {
    #expect(FileName(text) == nil)
  }

  @Test(
    "what can name an entry is taken as it is",
    arguments: ["a", "...", " ", "a b", "*", "-rf", String(repeating: "n", count: 255)])
  func taken(text: String) throws {
    #expect(try #require(FileName(text)).text == text)
  }

  @Test("two names that look alike stay two names")
  func normalization() throws {
    let composed = try #require(FileName(bytes: [0xC3, 0xA9]))
    let decomposed = try #require(FileName(bytes: [0x65, 0xCC, 0x81]))
    #expect(composed != decomposed)
    #expect(composed.text == decomposed.text, "the control: as text they are equal")
  }

  @Test(
    "bytes that are no text, or would act on a terminal, are escaped",
    arguments: [
      ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0x0A], "\\x0A"), ([0x1B, 0x5B], "\\x1B["),
      ([0x5C], "\\x5C"), ([0xC3], "\\xC3"), ([0xC3, 0xA9], "é"),
      ([0xE2, 0x80, 0xAE], "\\xE2\\x80\\xAE"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
    ] as [([UInt8], String)])
  func escaped(bytes: [UInt8], printed: String) {
    #expect(FileName.escape(bytes) == printed)
  }
}
