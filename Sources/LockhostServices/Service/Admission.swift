// SPDX-License-Identifier: MIT

package import LockhostWire

/// One line of the table that says which messages a guest may send, when and how often.
package struct Admission: Hashable, Sendable {
  /// How far a session has come.
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// The guest has said hello.
    case connected
    /// The scene runs and the watchdog with it.
    case presented
    /// All requirements have been met once.
    case ready
    /// The guest has been told to leave.
    case ending
  }

  /// How often a message may come: a bucket of `burst` tokens that refills at `perSecond`.
  package struct Rate: Hashable, Sendable {
    package let perSecond: Int
    package let burst: Int

    package init(perSecond: Int, burst: Int) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  /// The message.
  package let route: Route
  /// Who may send it: what a guest was launched as, not what it says it is.
  package let roles: Set<GuestRole>
  /// When it may be sent.
  package let states: Set<State>
  /// How often it may be sent.
  package let rate: Rate
  /// How many descriptors it may carry.
  package let descriptors: ClosedRange<Int>

  /// Makes a line of the table.
  ///
  /// Without a word about it, a message is for extension and app, comes at any time before the end,
  /// and carries no descriptor.
  package init(
    _ route: Route, from roles: Set<GuestRole> = [.extension, .app],
    in states: Set<State> = [.connected, .presented, .ready], rate: Rate,
    descriptors: ClosedRange<Int> = 0...0
  ) {
    self.route = route
    self.roles = roles
    self.states = states
    self.rate = rate
    self.descriptors = descriptors
  }
}
