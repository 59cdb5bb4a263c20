// SPDX-License-Identifier: MIT

package import LockhostSystem
package import LockhostWire

/// The admission lines of all services of one session, with the buckets that they fill.
///
/// A value that the session owns and asks before any service sees a message. Time is an argument.
package struct AdmissionTable: Sendable {
  private struct Entry {
    let admission: Admission
    var bucket: TokenBucket
  }

  private var entries: [Route: Entry] = [:]

  /// Makes a table.
  ///
  /// The first line for a route wins.
  package init(_ admissions: [Admission], now: MonotonicInstant) {
    for admission in admissions where entries[admission.route] == nil {
      entries[admission.route] = Entry(
        admission: admission, bucket: TokenBucket(admission.rate, now: now))
    }
  }

  /// Judges a message, and takes a token for it when it may pass.
  ///
  /// - Returns: `nil` when the message may go to its service; otherwise what to answer. An event
  ///   has no answer: it is dropped.
  package mutating func refusal(
    of route: Route, from role: GuestRole, in state: Admission.State, descriptors: Int,
    now: MonotonicInstant
  ) -> WireFailure? {
    guard var entry = entries[route] else {
      return WireFailure(.unknownRoute, "\(route.name) is not offered here")
    }
    let admission = entry.admission
    guard admission.roles.contains(role) else {
      return WireFailure(.notPermitted, "\(route.name) is not for a guest of kind \(role.rawValue)")
    }
    guard admission.states.contains(state) else {
      return WireFailure(
        .notPermitted, "\(route.name) is not allowed while the session is \(state.rawValue)")
    }
    guard admission.descriptors.contains(descriptors) else {
      return WireFailure(.badMessage, "\(route.name) does not carry \(descriptors) descriptors")
    }
    let isWithinRate = entry.bucket.take(now: now)
    entries[route] = entry
    guard isWithinRate else {
      let rate = admission.rate
      return WireFailure(
        .tooMany,
        "\(route.name) may come \(rate.perSecond) times a second, in bursts of \(rate.burst)")
    }
    return nil
  }
}
