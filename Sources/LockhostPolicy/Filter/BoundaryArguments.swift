// SPDX-License-Identifier: MIT

/// Argument registers at and around every boundary of a call's rules.
///
/// For each list of tests there are registers that pass it, and from there one register at a time
/// is moved: to the neighbours of its boundary, to each single bit turned over, to rubbish in the
/// upper half, to zero and to all ones.
struct BoundaryArguments {
  private let lists: [[ArgumentTest]]

  init(tests lists: [[ArgumentTest]]) { self.lists = lists }

  /// Zeroes, and registers that pass the first list.
  var few: [[UInt64]] {
    [[0, 0, 0, 0, 0, 0]] + (lists.first.map { [Self.passing($0)] } ?? [])
  }

  /// Registers at and around every boundary.
  var all: [[UInt64]] {
    let plain: [[UInt64]] = [
      [0, 0, 0, 0, 0, 0], Array(repeating: .max, count: 6), Array(repeating: 1, count: 6),
      Array(repeating: 0xffff_ffff, count: 6), Array(repeating: 0x1_0000_0000, count: 6),
      Array(repeating: 0x8000_0000_0000_0000, count: 6),
    ]
    var vectors = plain
    for list in lists {
      let passing = Self.passing(list)
      vectors.append(passing)
      for test in list where passing.indices.contains(test.argument) {
        for value in Self.around(test.comparison) {
          var moved = passing
          moved[test.argument] = value
          vectors.append(moved)
        }
      }
    }
    return vectors
  }

  private static func passing(_ list: [ArgumentTest]) -> [UInt64] {
    var passing: [UInt64] = [0, 0, 0, 0, 0, 0]
    for test in list where passing.indices.contains(test.argument) {
      passing[test.argument] = Self.passing(test.comparison)
    }
    return passing
  }

  private static func passing(_ comparison: ArgumentTest.Comparison) -> UInt64 {
    switch comparison {
    case .masked(_, let value), .atMost(let value), .atLeast(let value): value
    case .notEqual(let value), .above(let value): value &+ 1
    case .below(let value): value &- 1
    }
  }

  private static func around(_ comparison: ArgumentTest.Comparison) -> [UInt64] {
    let center: UInt64
    var values: [UInt64] = [0, .max]
    switch comparison {
    case .masked(let mask, let value):
      center = value
      values += [value | ~mask, value ^ mask]
      values += (0..<64).map { value ^ 1 << UInt64($0) }
    case .notEqual(let value), .below(let value), .atMost(let value), .above(let value),
      .atLeast(let value):
      center = value
    }
    values += [
      center &- 1, center, center &+ 1, center | 0xffff_ffff_0000_0000, center & 0xffff_ffff,
      center ^ 0x123_0000_0000, center &+ 0x1_0000_0000,
    ]
    return values
  }
}
