// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostTesting
import Testing

@Suite("Texts that are no policies") struct PolicyFuzzTests {
  static let words = [
    "policy", "x", "allow", "deny", "kill", "without", "default", "include", "because", "errno",
    "report", "EPERM", "capture", "base", "memory", "host-network", "mmap", "prot", "read", "fd",
    "ioctl", "request", "in", "has", "always", ":", "||", "&&", "==", "!=", "<", "<=", ">", ">=",
    "&", "|", "~", "(", ")", "{", "}", ",", "\"", "\"why\"", "PROT_EXEC", "FIONREAD", "0", "-1",
    "0xffffffffffffffff", "-9223372036854775808", "18446744073709551616", "\n", "\n", "\n  ", "#",
    "\\", "é", "\u{0}", "\u{301}", "😀", "\r\n",
  ]

  @Test("every text ends in a policy or an error with a place", arguments: UInt64(1)...8)
  func words(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      var text = Bool.random(using: &generator) ? "policy x\n" : ""
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        text += Self.words.randomElement(using: &generator) ?? ""
        if Int.random(in: 0...3, using: &generator) > 0 { text += " " }
      }
      check(text)
    }
  }

  @Test(
    "a built-in policy with bytes changed ends in a policy or an error", arguments: UInt64(1)...4)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = try Policy.builtInNames.map { Array(try Policy.builtIn($0).text.utf8) }
    for _ in 0..<100 {
      var bytes = texts.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
        }
      }
      check(String(decoding: bytes, as: UTF8.self))
    }
  }

  private func check(_ text: String) {
    do {
      let policy = try Policy(parsing: text)
      #expect(try Policy(parsing: policy.text) == policy)
    } catch {
      #expect(error.line != nil && error.column != nil, "\(text.debugDescription): \(error)")
    }
  }
}
