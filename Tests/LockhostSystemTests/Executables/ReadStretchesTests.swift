// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostSystem

@Suite("Small pieces of a file")
struct ReadStretchesTests {
  private static let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  private static func upTo(_ start: Int, _ count: Int) -> [UInt8] {
    Array(content[min(start, content.count)..<min(start + count, content.count)])
  }

  @Test("are the file's bytes, wherever they lie, also at its end")
  func areTheFiles() throws {
    let stretches = ReadStretches()
    for number in 0..<2_000 {
      // Back and forth between several places, as descriptors and names do.
      let place = (number &* 7_919_003 &+ number % 5 * 250_000) % Self.content.count
      let count = number % 8 == 0 ? ReadStretches.pieceBytes : number % 60
      let piece = try stretches.piece(place, count) { Self.upTo($0, $1) }
      #expect(piece == Self.upTo(place, count))
    }
    for place in [999_999, 999_000, 1_000_000] {
      #expect(try stretches.piece(place, 4_096) { Self.upTo($0, $1) } == Self.upTo(place, 4_096))
    }
  }

  @Test("that lie near each other are read once, in several places at the same time")
  func areReadOnce() throws {
    let stretches = ReadStretches()
    var reads = 0
    for step in 0..<1_000 {
      for place in [100_000, 500_000, 900_000] {
        _ = try stretches.piece(place + step * 16, 12) {
          reads += 1
          return Self.upTo($0, $1)
        }
      }
    }
    #expect(reads == 3)
  }

  @Test("are not followed through a file that is made to be slow")
  func areBounded() {
    let stretches = ReadStretches()
    #expect(throws: ELFError.self) {
      for step in 0..<100_000 {
        let place = step % 2 * 400_000 + step % 97 * 4_096
        _ = try stretches.piece(place * 2, 4) { (_, _) in [] }
      }
    }
  }
}
