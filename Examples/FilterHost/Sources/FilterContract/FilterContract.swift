// SPDX-License-Identifier: MIT

/// What the host and its filters agree on: an identifier, two routes, and what travels on them.
public enum FilterContract {
  /// The extension point that filters declare in their `Info.plist`.
  public static let point = "org.example.image-filter"

  /// The host calls a filter: `Apply`, with the pixels as memory, is answered by `Applied`.
  public static let apply: UInt16 = 0x8001
  /// A filter asks the host for the strength that the person has chosen.
  public static let strength: UInt16 = 0x8002

  /// A picture to change in place: rows of pixels, four bytes each, blue first.
  public struct Apply: Codable, Sendable {
    /// Its columns.
    public let width: Int
    /// Its rows.
    public let height: Int

    /// Says how large it is.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// What a filter did.
  public struct Applied: Codable, Sendable {
    /// How many pixels it changed.
    public let changedPixels: Int

    /// Says what it did.
    public init(changedPixels: Int) { self.changedPixels = changedPixels }
  }

  /// A question without words.
  public struct AskStrength: Codable, Sendable {
    /// Asks.
    public init() {}
  }

  /// How strong the effect should be, in percent.
  public struct Strength: Codable, Sendable {
    /// From 0 to 100.
    public let percent: Int

    /// Says how strong.
    public init(percent: Int) { self.percent = percent }
  }
}
