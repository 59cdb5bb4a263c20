// SPDX-License-Identifier: MIT

extension ExitRecord {
  /// One thing that happened or was decided during a session, for its story.
  public struct Event: Codable, Hashable, Sendable {
    /// How many are kept; later ones are only told while the session runs.
    public static let most = 256

    /// When, in microseconds since the launch was asked for.
    public var at: Int
    /// What, in one sentence for people.
    public var what: String

    /// Creates an event.
    public init(at: Int, what: String) {
      self.at = at
      self.what = what
    }
  }
}
