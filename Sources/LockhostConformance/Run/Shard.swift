// SPDX-License-Identifier: MIT

/// One of several parts of the suite, of which each promise belongs to exactly one.
///
/// Which one follows from the id alone, so that it stays where it is when others come or go.
package struct Shard: Hashable, Sendable {
  /// From 1.
  package let number: Int
  /// How many parts there are.
  package let count: Int

  /// Reads `2/5`.
  ///
  /// - Throws: `ConformanceError.badShard`.
  package init(parsing text: String) throws(ConformanceError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, count <= 1000,
      (1...count).contains(number)
    else { throw .badShard(text) }
    self.number = number
    self.count = count
  }

  /// `2/5`.
  package var text: String { "\(number)/\(count)" }

  /// Whether a promise belongs to this part.
  package func contains(_ id: String) -> Bool {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // The bits of such a hash follow the letters too closely, and ids differ in their last ones only: the
    // end of MurmurHash3 mixes them.
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
    hash ^= hash >> 33
    return Int(hash % UInt64(count)) == number - 1
  }
}
