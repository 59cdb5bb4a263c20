// SPDX-License-Identifier: MIT

import Synchronization

/// The rules behind a filter: there from the start, or worked out when somebody first asks.
///
/// A filter that is known by its name needs its rules only when a call is refused, which in most runs
/// never happens; working them out takes longer than all else of a launch.
final class RuleSource: Sendable, Hashable {
  private let known: Mutex<RuleTable?>
  private let make: @Sendable () -> RuleTable

  init(_ table: RuleTable) {
    known = Mutex(table)
    make = { table }
  }

  init(_ make: @escaping @Sendable () -> RuleTable) {
    known = Mutex(nil)
    self.make = make
  }

  var table: RuleTable {
    known.withLock { known in
      if let known { return known }
      let table = make()
      known = table
      return table
    }
  }

  static func == (one: RuleSource, other: RuleSource) -> Bool {
    one === other || one.table == other.table
  }

  func hash(into hasher: inout Hasher) { hasher.combine(table) }
}
