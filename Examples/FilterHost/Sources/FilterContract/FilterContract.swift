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
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// What a filter did.
  public struct Applied: Codable, Sendable {
    public let changedPixels: Int

    public init(changedPixels: Int) { self.changedPixels = changedPixels }
  }

  /// A question without words.
  public struct AskStrength: Codable, Sendable {
    public init() {}
  }

  /// How strong the effect should be, in percent.
  public struct Strength: Codable, Sendable {
    public let percent: Int

    public init(percent: Int) { self.percent = percent }
  }
}
