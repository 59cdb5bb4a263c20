// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostSandbox

/// Executables and stacks that were made to end, hold up or deceive whoever reads them.
///
/// A trap ends the whole test program, so that it goes on is most of what is tested here.
@Suite(
  "Reading debug information that somebody hostile wrote",
  .enabled(if: RefusedCalls.canBeBuilt, "\(RefusedCalls.hint)"), .timeLimit(.minutes(5)))
struct HostileImageTests {
  private func file(_ kind: RefusedCalls = .optimized) async throws -> SharedDescriptor {
    let descriptor = unsafe open(try await kind.path(), O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    return SharedDescriptor(adopting: descriptor)
  }

  private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes[place] = 0xff
      case 2: bytes[place] = 0
      default: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 4)
      }
    }
    return bytes
  }

  @Test("the control: the whole table answers as the compiler wrote it")
  func control() async throws {
    let image = try DebugImage(try await file())
    var table = try LineTable(image)
    let rules = try FrameRules(image)
    #expect(table.heldBytes > 0)
    let text = try #require(image.segments.max { $0.fileBytes < $1.fileBytes })
    var lines = 0
    var rows = 0
    for address in stride(from: text.address, to: text.address + text.fileBytes, by: 64) {
      if try table.line(at: address) != nil { lines += 1 }
      if (try? rules.row(at: address)) != nil { rows += 1 }
    }
    #expect(rows > 1000)
    #expect(lines > 4)
  }

  @Test("a line table with damaged bytes ends in a line, nothing or an error")
  func lineTables() async throws {
    let image = try DebugImage(try await file())
    let bytes = try image.section(".debug_line")
    let strings = LineStrings(
      lineStrings: try image.section(".debug_line_str"), strings: try image.section(".debug_str"))
    #expect(!bytes.isEmpty)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      guard var table = try? LineTable(bytes: damaged(bytes, &random), strings: strings) else {
        continue
      }
      for _ in 0..<8 {
        _ = try? table.line(at: 0x40_0000 + UInt64.random(in: 0..<0x1_0000, using: &random))
      }
      _ = try? table.line(at: .random(in: .min ... .max, using: &random))
    }
  }

  @Test("frame rules with damaged bytes end in a row, nothing or an error")
  func frameRules() async throws {
    let image = try DebugImage(try await file())
    let address = try #require(image.address(of: ".eh_frame"))
    let bytes = Array(try image.section(".eh_frame").prefix(8_192))
    #expect(!bytes.isEmpty)
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      guard let rules = try? FrameRules(bytes: damaged(bytes, &random), address: address) else {
        continue
      }
      for _ in 0..<16 {
        _ = try? rules.row(at: 0x40_0000 + UInt64.random(in: 0..<0x10_0000, using: &random))
      }
    }
  }

  @Test("a file with damaged headers ends in an image or an error")
  func headers() async throws {
    let path = try await RefusedCalls.optimized.path()
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // The section headers are at the end, the program headers at the beginning.
    let (head, tail) = (Array(whole.prefix(1_024)), Array(whole.suffix(8_192)))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let file = try MemoryFile.create(name: "damaged", bytes: 0)
      try file.descriptor.writeAll(damaged(head, &random) + damaged(tail, &random))
      guard let image = try? DebugImage(file.descriptor) else { continue }
      _ = try? LineTable(image)
      _ = try? FrameRules(image)
      _ = image.bytes(at: .random(in: .min ... .max, using: &random), count: 7)
      _ = image.address(ofFileOffset: .random(in: .min ... .max, using: &random))
    }
  }

  @Test("a program that would run for ever is stopped, once for all questions")
  func endless() throws {
    // A unit of version 4 whose program is special opcodes that never end a sequence.
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let header: [UInt8] = [1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0]
    let code = [UInt8](repeating: 0x4b, count: 4 << 20)
    let body = number(4, 2) + number(header.count, 4) + header + code
    let table = try LineTable(
      bytes: number(body.count, 4) + body, strings: LineStrings(lineStrings: [], strings: []))
    #expect(table.heldBytes > 4 << 20, "it was read to its end, and has nothing to say")
  }

  @Test("units of no length, of all lengths, and tables without ends")
  func oddUnits() throws {
    let none = LineStrings(lineStrings: [], strings: [])
    for bytes: [UInt8] in [
      [], [0, 0, 0, 0], [0xff, 0xff, 0xff, 0xff], .init(repeating: 0xff, count: 64),
      .init(repeating: 0, count: 4_096), [4, 0, 0, 0, 5, 0, 8, 0],
      // Version 5: no forms for 2^60 folders.
      [24, 0, 0, 0, 5, 0, 8, 0, 16, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0]
        + [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0],
    ] {
      var table = try? LineTable(bytes: bytes, strings: none)
      #expect((try? table?.line(at: 0x1000)) == nil)
    }
  }

  @Test("a stack of anything is walked to an end")
  func stacks() async throws {
    let file = try await file()
    let image = try DebugImage(file)
    let code = try #require(image.segments.max { $0.fileBytes < $1.fileBytes })
    let identity = MemoryMap.File(major: 0, minor: 1, inode: 7)
    let low = code.address & ~0xfff
    let high = (code.address + code.fileBytes + 0xfff) & ~0xfff
    let hex = { (value: UInt64) in String(value, radix: 16) }
    let map = [UInt8](
      "\(hex(low))-\(hex(high)) r-xp \(hex(code.offset & ~0xfff)) 00:01 7 /program\n".utf8)
    var images = LoadedImages()
    var random = SeededGenerator(seed: 4)
    let top: UInt64 = 0x7ffd_0000_0000
    for round in 0..<400 {
      var stack: [UInt8] = []
      for index in 0..<512 {
        // Return addresses that are none, saved pointers that lead nowhere or in circles.
        let word: UInt64 =
          switch Int.random(in: 0..<5, using: &random) {
          case 0: UInt64.random(in: low..<high, using: &random)
          case 1: top + UInt64(index) * 8
          case 2: top + UInt64.random(in: 0..<8_192, using: &random)
          case 3: .random(in: .min ... .max, using: &random)
          default: round % 2 == 0 ? 0 : .max
          }
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
          stack.append(UInt8(truncatingIfNeeded: word >> shift))
        }
      }
      var walk = StackWalk(
        StackSnapshot(
          instructionPointer: .random(in: low..<high, using: &random),
          stackPointer: round % 7 == 0 ? .max - 64 : top, stack: stack, map: map,
          files: [identity: file]))
      var frames = 0
      while let frame = walk.next(&images) {
        frames += 1
        _ = images.line(at: frame.address, in: frame.area)
      }
      #expect(frames <= StackWalk.maximumFrames)
    }
  }

  @Test("a map of anything is read")
  func maps() {
    for text in [
      "", "\n\n", "zz", "1-2 r-xp 0 0:0 0", "ffffffffffffffff-0 r-xp ffffffffffffffff ff:ff 1 /x",
      "0-ffffffffffffffff r-xp 0 00:00 18446744073709551615 /a b (deleted)",
      "1-2-3 rwxp 0 0 0 0", "1-2 r-xp 0 1:2:3 4 /x", "99999999999999999999-1 r-xp 0 0:0 1 /x",
    ] {
      let map = MemoryMap([UInt8](text.utf8))
      #expect(map.areas.count <= 1)
      _ = map.area(at: .max)
    }
  }

  @Test("a name that a terminal would obey is spelled out")
  func names() {
    let line = SourceLine(path: "/x/\u{1B}[31mred\u{202E}\n.swift", line: 4)
    #expect(line.text == "?[31mred??.swift:4")
    #expect(SourceLine(path: "", line: .max).text == ":18446744073709551615")
    #expect(SourceLine(path: String(repeating: "é", count: 9_000), line: 1).text.count == 130)
  }
}
