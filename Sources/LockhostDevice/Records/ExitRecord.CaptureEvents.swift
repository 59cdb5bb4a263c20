// SPDX-License-Identifier: MIT

extension ExitRecord {
  /// How fast the guest dealt with the buttons: from an event's being sent until its handler had
  /// returned and the host had heard so.
  public struct CaptureEvents: Codable, Hashable, Sendable {
    /// How many events were handled.
    public var handled: Int
    /// The fastest.
    public var fastestMicroseconds: Int
    /// The one in the middle.
    public var medianMicroseconds: Int
    /// The slowest.
    public var slowestMicroseconds: Int

    /// Sums up how long each took, in microseconds; nil for none.
    ///
    /// - Parameter handled: How many there were, which may be more than were timed.
    public init?(handled: Int, microseconds: [Int]) {
      let ordered = microseconds.sorted()
      guard let fastest = ordered.first, let slowest = ordered.last else { return nil }
      self.handled = handled
      fastestMicroseconds = fastest
      medianMicroseconds = ordered[ordered.count / 2]
      slowestMicroseconds = slowest
    }
  }
}
