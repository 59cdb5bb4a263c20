// SPDX-License-Identifier: MIT

import LockhostSystem

/// What a running app knows of the folders that were handed over to it.
///
/// The folders are looked at some times a second, and not watched by the kernel: they lie where the
/// app may put anything in their place, and other sessions, in other processes, hand over to them.
struct ContentWatch {
  /// How often they are looked at.
  static let interval = Duration.milliseconds(250)

  /// The folders by name; nil before the app knows of any.
  var known: Set<String>?
  var isLooking = false
  /// Whether another look was asked for meanwhile.
  var looksAgain = false
  private(set) var isOver = false
  var deadline: EventDeadline?

  /// Ends the looking for good.
  mutating func stop() {
    isOver = true
    deadline?.cancel()
  }

  /// Takes what is there now.
  ///
  /// - Returns: What that changed, in the order of names.
  mutating func take(_ names: [String]) -> (added: [String], removed: [String]) {
    let now = Set(names)
    let before = known ?? []
    known = now
    return (now.subtracting(before).sorted(), before.subtracting(now).sorted())
  }
}
