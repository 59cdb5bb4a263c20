// SPDX-License-Identifier: MIT

/// Which promises a run asks for.
package struct PromiseSelection: Sendable {
  /// Ids; empty for all.
  package var ids: [String] = []
  /// Groups by the word in their ids; empty for all.
  package var groups: [String] = []
  /// A word that id, sentence or references contain, in any case; nil for all.
  package var filter: String?
  /// Which part of how many; nil for the whole.
  package var shard: Shard?

  /// Everything.
  package init() {}

  /// The promises that are meant, in the catalogue's order.
  ///
  /// - Throws: `ConformanceError.nothingSelected` for a name that is none, or when nothing is left
  ///   before the shard is taken.
  package func promises(
    of catalogue: [Promise] = PromiseCatalogue.all
  ) throws(ConformanceError) -> [Promise] {
    let wantedIds = Set(ids.map { $0.uppercased() })
    if let unknown = wantedIds.subtracting(catalogue.map(\.id)).min() {
      throw .nothingSelected("no promise is called \(unknown)")
    }
    let wantedGroups = Set(groups.map { $0.uppercased() })
    let known = Set(PromiseGroup.allCases.map(\.rawValue))
    if let unknown = wantedGroups.subtracting(known).min() {
      throw .nothingSelected("no group is called \(unknown)")
    }
    let word = filter?.lowercased()
    let selected = catalogue.filter { promise in
      (wantedIds.isEmpty || wantedIds.contains(promise.id))
        && (wantedGroups.isEmpty || wantedGroups.contains(promise.group.rawValue))
        && word.map { promise.mentions($0) } ?? true
    }
    guard !selected.isEmpty else { throw .nothingSelected("no promise fits") }
    guard let shard else { return selected }
    return selected.filter { shard.contains($0.id) }
  }
}

extension Promise {
  fileprivate func mentions(_ word: String) -> Bool {
    ([id, sentence, group.title] + references + calls.map(\.text))
      .contains { $0.lowercased().contains(word) }
  }
}
