// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("Regions of arguments") struct ArgumentRegionTests {
  private func region(_ rule: String) throws -> ArgumentRegion {
    let rules = try Policy(parsing: "policy t\n\(rule)").resolved()
    return ArgumentRegion(rules.admissions.values.joined().flatMap(\.alternatives))
  }

  @Test(
    "what is narrower lies inside, and not the other way round",
    arguments: [
      ("mmap: prot == PROT_READ", "mmap: prot in ~PROT_EXEC"),
      ("fcntl: command == F_SETFD", "fcntl: command in {F_GETFD, F_SETFD}"),
      ("fcntl: command in {F_GETFD, F_SETFD}", "fcntl: command <= 2"),
      ("read: count < 7", "read: count <= 7"), ("read: count < 7", "read: count != 7"),
      ("read: count > 7", "read: count >= 7"), ("read: count == 9", "read: count > 8"),
      ("read: fd == 3 && count < 9", "read: fd == 3"), ("read: fd == 3", "allow read"),
      ("clone: flags has CLONE_VM|CLONE_THREAD", "clone: flags has CLONE_VM"),
    ])
  func inside(narrow: String, wide: String) throws {
    #expect(try region(narrow).isSubset(of: region(wide)))
    #expect(!(try region(wide).isSubset(of: region(narrow))))
  }

  @Test(
    "the same said in two ways is equal",
    arguments: [
      ("read: count <= 7", "read: count < 8"), ("read: count != 0", "read: count > 0"),
      ("fcntl: command in {F_DUPFD, F_GETFD}", "fcntl: command <= 1"),
      ("read: count < 7 || count >= 7", "allow read"),
      ("mmap: prot in PROT_READ|PROT_WRITE", "mmap: prot <= 3"),
      ("read: fd == 3 || fd == 4", "read: fd in {4, 3}"),
    ])
  func equal(one: String, other: String) throws {
    #expect(try region(one).isSubset(of: region(other)))
    #expect(try region(other).isSubset(of: region(one)))
  }

  @Test("what is left over can be named, and lies outside the rest")
  func example() throws {
    let wide = try region("ioctl: request in {FIONREAD, TIOCSTI}")
    let left = wide.subtracting(try region("ioctl: request == FIONREAD"))
    #expect(try #require(left.example)[1] == 0x5412)
    #expect(left.subtracting(try region("ioctl: request == TIOCSTI")).isEmpty)
  }

  @Test("agrees with the rules on random registers")
  func random() throws {
    var generator = SeededGenerator(seed: 7)
    let texts = [
      "fcntl: command in {F_GETLK, F_SETLK} || command == F_SETLKW && fd <= 31",
      "fcntl: command <= 12 && fd in {1, 2, 9} || argument > 5", "fcntl: fd in ~0x10",
      "fcntl: argument >= 3 || command < 9",
    ]
    for one in texts {
      for other in texts {
        let (a, b) = (try table(one), try table(other))
        let left = ArgumentRegion(a).subtracting(ArgumentRegion(b))
        for _ in 0..<60 {
          let registers = (0..<6).map { _ in UInt64.random(in: 0...40, using: &generator) }
          let expected = passes(a, registers) && !passes(b, registers)
          let found = left.pieces.contains { piece in
            zip(piece.masks, zip(piece.values, registers)).allSatisfy { $1.1 & $0 == $1.0 }
          }
          #expect(expected == found, "\(one) without \(other) at \(registers)")
        }
      }
    }
  }

  private func table(_ rule: String) throws -> [[ArgumentTest]] {
    try Policy(parsing: "policy t\n\(rule)").resolved().admissions.values.joined()
      .flatMap(\.alternatives)
  }

  private func passes(_ lists: [[ArgumentTest]], _ registers: [UInt64]) -> Bool {
    lists.contains { $0.allSatisfy { $0.matches(registers) } }
  }
}

/// Numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var word = state ^ state >> 33
    word = word &* 0xff51_afd7_ed55_8ccd
    return word ^ word >> 33
  }
}
