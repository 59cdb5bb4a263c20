// SPDX-License-Identifier: MIT

import Testing

@testable import Lockhost

@Suite("A guest's output")
struct GuestOutputTests {
  private func lines(_ text: String...) -> [String] {
    var output = GuestOutput()
    var lines = text.flatMap { output.take([UInt8]($0.utf8)) }
    if let last = output.finish() { lines.append(last) }
    return lines
  }

  @Test("is cut into lines, wherever the reads were cut")
  func cutIntoLines() {
    #expect(lines("one\ntw", "o\n", "three") == ["one", "two", "three"])
  }

  @Test("cannot speak to a terminal")
  func controlCharacters() {
    #expect(lines("\u{1B}[2Jgone\r\u{7}\n") == ["\\u{1b}[2Jgone\\u{d}\\u{7}"])
    #expect(lines("\u{202E}txt.exe\n") == ["\\u{202e}txt.exe"])
    #expect(lines("a\tb é 漢\n") == ["a\tb é 漢"])
  }

  @Test("that is not UTF-8 is shown with replacement characters")
  func notUTF8() {
    var output = GuestOutput()
    #expect(output.take([0xFF, 0xFE, 0x41, 0x0A]) == ["\u{FFFD}\u{FFFD}A"])
  }

  @Test("a line without an end is passed on in pieces")
  func longLine() {
    var output = GuestOutput()
    let pieces = output.take([UInt8](repeating: 0x41, count: 10_000))
    #expect(pieces.map(\.utf8.count) == [4096, 4096])
  }

  @Test("a flood is passed on up to the limit, and counted past it")
  func flood() {
    var output = GuestOutput()
    let chunk = [UInt8](repeating: 0x41, count: 65_535) + [0x0A]
    var passed = 0
    for _ in 0..<64 { passed += output.take(chunk).count }
    #expect(output.isFlooding)
    #expect(output.discarded == 48 * 65_536)
    #expect(passed < 300)
  }
}
