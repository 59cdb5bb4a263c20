// SPDX-License-Identifier: MIT

import LockhostPolicy
import Synchronization

/// The filters that this process has compiled.
final class CompiledFilters: Sendable {
  static let shared = CompiledFilters()

  /// Beyond it everything is forgotten at once: nobody launches so many kinds of guest in turn.
  private static let maximumCount = 64

  struct Key: Hashable {
    let policy: Policy
    let executable: UInt32?
    let listener: Bool
    let isForFloor: Bool
  }

  private let programs = Mutex<[Key: FilterProgram]>([:])

  subscript(key: Key) -> FilterProgram? {
    get { programs.withLock { $0[key] } }
    set {
      programs.withLock { programs in
        if programs.count >= Self.maximumCount { programs.removeAll() }
        programs[key] = newValue
      }
    }
  }
}
