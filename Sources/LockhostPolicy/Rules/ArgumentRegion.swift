// SPDX-License-Identifier: MIT

/// A set of argument registers, exactly: what some lists of tests admit.
///
/// Kept as pieces in each of which some bits of the six registers are fixed and the others free. A
/// comparison with a boundary is at most 64 such pieces, one for each bit of the boundary.
struct ArgumentRegion: Hashable, Sendable {
  /// More pieces than this are not kept apart; no policy that a person wrote comes near.
  private static let maximumPieces = 20_000

  /// All registers with these bits.
  struct Piece: Hashable, Sendable {
    var masks: [UInt64] = [0, 0, 0, 0, 0, 0]
    var values: [UInt64] = [0, 0, 0, 0, 0, 0]
  }

  private(set) var pieces: [Piece]

  /// Nothing.
  static let empty = ArgumentRegion(pieces: [])

  private init(pieces: [Piece]) { self.pieces = pieces }

  /// What any of some lists of tests admits.
  init(_ alternatives: [[ArgumentTest]]) {
    pieces = alternatives.flatMap { Self.pieces(of: $0) }
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Registers that are in the region, small numbers where there are some.
  var example: [UInt64]? {
    pieces.map(\.values).min { $0.lexicographicallyPrecedes($1) }
  }

  /// Both together.
  func union(_ other: ArgumentRegion) -> ArgumentRegion {
    ArgumentRegion(pieces: pieces + other.pieces)
  }

  /// What is in this region and not in the other.
  ///
  /// Beyond the limit of pieces the result is too large rather than too small: it then holds
  /// registers that the other has too.
  func subtracting(_ other: ArgumentRegion) -> ArgumentRegion {
    var rest = pieces
    // The largest first: they leave the least to cut up.
    for piece in other.pieces.sorted(by: { $0.fixedBits < $1.fixedBits }) {
      let next = rest.flatMap { $0.subtracting(piece) }
      guard next.count <= Self.maximumPieces else { break }
      rest = next
      if rest.isEmpty { break }
    }
    return ArgumentRegion(pieces: rest)
  }

  /// Whether everything in this region is in the other.
  func isSubset(of other: ArgumentRegion) -> Bool { subtracting(other).isEmpty }

  private static func pieces(of tests: [ArgumentTest]) -> [Piece] {
    var pieces = [Piece()]
    for test in tests where (0..<6).contains(test.argument) {
      let bits = bits(of: test.comparison)
      pieces = pieces.flatMap { piece in
        bits.compactMap { piece.fixing($0.mask, $0.value, in: test.argument) }
      }
    }
    return pieces
  }

  /// The numbers that a comparison admits, as fixed bits.
  private static func bits(
    of comparison: ArgumentTest.Comparison
  ) -> [(mask: UInt64, value: UInt64)] {
    switch comparison {
    case .masked(let mask, let value): value & ~mask == 0 ? [(mask, value)] : []
    case .notEqual(let value): below(value) + above(value)
    case .below(let value): below(value)
    case .atMost(let value): below(value) + [(.max, value)]
    case .above(let value): above(value)
    case .atLeast(let value): above(value) + [(.max, value)]
    }
  }

  /// Smaller numbers: equal down to a bit that is set in the boundary, and there not.
  private static func below(_ boundary: UInt64) -> [(mask: UInt64, value: UInt64)] {
    (0..<64).filter { boundary >> $0 & 1 == 1 }.map { bit in
      let mask = UInt64.max << UInt64(bit)
      return (mask, (boundary & mask) ^ 1 << UInt64(bit))
    }
  }

  private static func above(_ boundary: UInt64) -> [(mask: UInt64, value: UInt64)] {
    (0..<64).filter { boundary >> $0 & 1 == 0 }.map { bit in
      let mask = UInt64.max << UInt64(bit)
      return (mask, (boundary & mask) | 1 << UInt64(bit))
    }
  }
}

extension ArgumentRegion.Piece {
  fileprivate var fixedBits: Int { masks.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The part of it that has these bits in a register too.
  fileprivate func fixing(_ mask: UInt64, _ value: UInt64, in register: Int) -> Self? {
    guard masks[register] & mask & (values[register] ^ value) == 0 else { return nil }
    var piece = self
    piece.masks[register] |= mask
    piece.values[register] |= value
    return piece
  }

  /// What is left when another piece is taken away: a piece for each bit that the other fixes and
  /// this one does not.
  fileprivate func subtracting(_ other: Self) -> [Self] {
    for register in masks.indices
    where masks[register] & other.masks[register] & (values[register] ^ other.values[register])
      != 0
    {
      return [self]
    }
    var rest: [Self] = []
    var inside = self
    for register in masks.indices {
      var open = other.masks[register] & ~masks[register]
      while open != 0 {
        // From the top, so that what is left of a range is ranges, and few.
        let bit: UInt64 = 1 << UInt64(63 - open.leadingZeroBitCount)
        open &= ~bit
        var outside = inside
        outside.masks[register] |= bit
        outside.values[register] |= ~other.values[register] & bit
        rest.append(outside)
        inside.masks[register] |= bit
        inside.values[register] |= other.values[register] & bit
      }
    }
    return rest
  }
}
