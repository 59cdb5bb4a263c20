// SPDX-License-Identifier: MIT

/// One thing that a scene shows.
public struct SceneElement: Codable, Hashable, Sendable {
  /// Names the element in ``SceneTap``; stable while the element stays.
  public let id: String
  /// What it is.
  public let kind: Kind
  /// Its text, or what it says to people who cannot see it.
  public let label: String
  /// The name of its symbol, if it shows one.
  public let symbol: String?
  /// Whether it takes touches.
  public let enabled: Bool

  /// Makes the value from its fields.
  public init(id: String, kind: Kind, label: String, symbol: String? = nil, enabled: Bool = true) {
    self.id = id
    self.kind = kind
    self.label = label
    self.symbol = symbol
    self.enabled = enabled
  }

  /// What an element is.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Text.
    case text
    /// Something that can be touched.
    case button
    /// A picture or symbol.
    case image
    /// Anything else, such as a view finder.
    case other
  }
}
