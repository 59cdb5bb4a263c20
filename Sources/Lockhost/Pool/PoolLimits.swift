// SPDX-License-Identifier: MIT

/// How many guests a host keeps ready, and for how long.
package struct PoolLimits: Hashable, Sendable {
  /// Guests for each extension; 0 keeps none.
  package var guestsPerExtension: Int
  /// Guests in all.
  package var guests: Int
  /// How old a guest may become before another takes its place: what it learned of the machine at its
  /// start, such as the time zone, is of then.
  package var age: Duration
  /// The part of the machine's memory that must be available; below it no guest is kept.
  package var availableMemory: Double

  /// Makes limits.
  package init(
    guestsPerExtension: Int = 1, guests: Int = 4, age: Duration = .seconds(600),
    availableMemory: Double = 0.1
  ) {
    self.guestsPerExtension = guestsPerExtension
    self.guests = guests
    self.age = age
    self.availableMemory = availableMemory
  }

  /// Nothing is made ready: for a command that launches once.
  package static let none = PoolLimits(guestsPerExtension: 0, guests: 0)

  var isNone: Bool { guestsPerExtension <= 0 || guests <= 0 }
}
