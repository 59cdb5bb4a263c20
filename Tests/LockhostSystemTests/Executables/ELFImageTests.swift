// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

@Suite("ELF files", .timeLimit(.minutes(5))) struct ELFImageTests {
  /// A real program, small enough to be damaged at every place.
  static let program = "/bin/true"

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("a real program is read")
  func real() throws {
    let image = try ELFImage(bytes: bytes(Self.program))
    #expect(image.machine == ELFImage.currentMachine)
    #expect(image.isDynamic)
    #expect(image.needed.contains("libc.so.6"))
  }

  @Test(
    "what is no program is refused by what it is",
    arguments: [
      ([], .notELF), ([0x7F, 0x45, 0x4C], .notELF), (Array("#!/bin/sh\nexit".utf8), .notELF),
      ([0x7F, 0x45, 0x4C, 0x46], .truncated("the identification")),
      ([0x7F, 0x45, 0x4C, 0x46, 1, 1, 1] + [UInt8](repeating: 0, count: 60), .unsupportedFormat),
      ([0x7F, 0x45, 0x4C, 0x46, 2, 2, 1] + [UInt8](repeating: 0, count: 60), .unsupportedFormat),
      (
        [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 60), .unsupportedType(0)
      ),
    ] as [([UInt8], ELFError)])
  func refused(bytes: [UInt8], error: ELFError) {
    #expect(throws: error) { try ELFImage(bytes: bytes) }
  }

  @Test("cut off anywhere, it is read or refused, and never trapped on")
  func truncated() throws {
    let whole = try bytes(Self.program)
    for length in Array(0..<1_024) + Array(stride(from: 1_024, to: whole.count, by: 331)) {
      _ = try? ELFImage(bytes: Array(whole.prefix(length)))
    }
  }

  /// Where the last part ends that is loaded, and the places in the head that say so.
  private func loadedEnd(_ bytes: [UInt8]) -> Int {
    func number(_ offset: Int) -> Int {
      bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let table = number(32)
    return (0..<Int(bytes[56])).map { table + $0 * 56 }
      .filter { bytes[$0] == 1 && bytes[$0 + 1] == 0 && bytes[$0 + 3] == 0 }
      .map { number($0 + 8) + number($0 + 32) }.max() ?? 0
  }

  @Test("cut off within what is loaded, it is refused; cut off after that, it is good")
  func truncatedLoad() throws {
    let whole = try bytes(Self.program)
    let end = loadedEnd(whole)
    #expect(end > 0)
    #expect(try ELFImage(bytes: Array(whole.prefix(end))).isDynamic)
    for length in [1_000, end / 2, end - 1] {
      #expect(throws: ELFError.self) { try ELFImage(bytes: Array(whole.prefix(length))) }
    }
    #expect(throws: ELFError.truncated("a part that is loaded")) {
      try ELFImage(bytes: Array(whole.prefix(end - 1)))
    }
  }

  @Test("a program without libraries is checked as much")
  func truncatedStatic() throws {
    // The whole file is loaded at once, and nothing else of it is looked at.
    var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 113)
    bytes[16] = 2
    bytes[18] = UInt8(ELFImage.currentMachine & 0xFF)
    bytes[32] = 64
    bytes[54] = 56
    bytes[56] = 1
    bytes[64] = 1
    bytes[64 + 32] = 120
    bytes[64 + 40] = 120
    #expect(try !ELFImage(bytes: bytes).isDynamic)
    bytes[64 + 8] = 1
    #expect(throws: ELFError.truncated("a part that is loaded")) { try ELFImage(bytes: bytes) }
    bytes[64 + 8 + 7] = 0xFF
    #expect(throws: ELFError.truncated("a part that is loaded")) { try ELFImage(bytes: bytes) }
    bytes[64 + 8 + 7] = 0
    bytes[64 + 8] = 0
    bytes[64 + 40] = 119
    #expect(throws: ELFError.self) { try ELFImage(bytes: bytes) }
    bytes[64] = 4
    #expect(throws: ELFError.malformed("nothing of it is loaded")) { try ELFImage(bytes: bytes) }
  }

  @Test("with any byte of its head changed, it is read or refused, and never trapped on")
  func mutated() throws {
    var bytes = try bytes(Self.program)
    let head = 64 + 56 * 14
    for index in 0..<head {
      let before = bytes[index]
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, before ^ 0xFF] {
        bytes[index] = value
        _ = try? ELFImage(bytes: bytes)
      }
      bytes[index] = before
    }
    // Whole eight-byte fields, where sums would overflow.
    for start in stride(from: 32, to: head - 8, by: 4) {
      let before = Array(bytes[start..<(start + 8)])
      for value: UInt8 in [0xFF, 0x7F] {
        bytes.replaceSubrange(start..<(start + 8), with: Array(repeating: value, count: 8))
        _ = try? ELFImage(bytes: bytes)
      }
      bytes.replaceSubrange(start..<(start + 8), with: before)
    }
  }

  @Test("a thousand random damages in the dynamic part do no harm")
  func fuzzed() throws {
    let whole = try bytes(Self.program)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1_000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...64, using: &generator) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255)
      }
      _ = try? ELFImage(bytes: damaged)
    }
  }
}
