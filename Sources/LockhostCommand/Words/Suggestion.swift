// SPDX-License-Identifier: MIT

/// Finds the word that was probably meant.
package enum Suggestion {
  /// The nearest of the known words, when it is near enough to be worth saying.
  ///
  /// Near means at most a third of the longer word in edits, and at least one edit is always
  /// forgiven; a word that begins with what was typed counts too.
  package static func nearest(to typed: String, among known: [String]) -> String? {
    let typed = typed.lowercased()
    guard !typed.isEmpty, typed.utf8.count <= 64 else { return nil }
    let ranked = known.map { (word: $0, edits: distance(typed, $0.lowercased())) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    if best.edits <= max(1, max(typed.count, best.word.count) / 3) { return best.word }
    guard typed.count >= 3 else { return nil }
    return known.first { $0.hasPrefix(typed) }
  }

  /// A help line for an unknown word: the nearest one, or all of them when they are few.
  package static func help(for typed: String, among known: [String]) -> [String] {
    if let word = nearest(to: typed, among: known) { return ["did you mean `\(word)`?"] }
    return known.count <= 12 ? ["it is one of: " + known.joined(separator: ", ")] : []
  }

  /// Edits from one word to another: insertions, deletions, replacements, swapped neighbours.
  static func distance(_ first: String, _ second: String) -> Int {
    let rows = Array(first.unicodeScalars)
    let columns = Array(second.unicodeScalars)
    var beforeLast: [Int] = []
    var last = Array(0...columns.count)
    for row in rows.indices {
      var current = [row + 1]
      for column in columns.indices {
        let same = rows[row] == columns[column]
        var edits = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, rows[row] == columns[column - 1], rows[row - 1] == columns[column] {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        current.append(edits)
      }
      beforeLast = last
      last = current
    }
    return last[columns.count]
  }
}
