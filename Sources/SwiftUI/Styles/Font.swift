// SPDX-License-Identifier: MIT

public import Foundation

/// A typeface in a size; nothing is drawn with it.
public struct Font: Hashable, Sendable {
  /// How heavy a typeface is.
  public enum Weight: Hashable, Sendable {
    /// From the lightest to the heaviest.
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  /// The kind of a typeface.
  public enum Design: Hashable, Sendable {
    /// One of four kinds.
    case `default`, serif, rounded, monospaced
  }

  /// What a text is.
  public enum TextStyle: Hashable, CaseIterable, Sendable {
    /// From the largest to the smallest.
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption,
      caption2
  }

  private let style: TextStyle
  private let size: CGFloat?

  private init(_ style: TextStyle, size: CGFloat? = nil) {
    self.style = style
    self.size = size
  }

  /// The system's font in a size, in points.
  public static func system(
    size: CGFloat, weight: Weight? = nil, design: Design? = nil
  ) -> Font { Font(.body, size: size) }

  /// The system's font for a kind of text.
  public static func system(
    _ style: TextStyle, design: Design? = nil, weight: Weight? = nil
  ) -> Font { Font(style) }

  /// A font of the bundle.
  public static func custom(_ name: String, size: CGFloat) -> Font { Font(.body, size: size) }

  /// The font, heavier.
  public func bold() -> Font { self }

  /// The font, slanted.
  public func italic() -> Font { self }

  /// The font in a weight.
  public func weight(_ weight: Weight) -> Font { self }

  /// The font with digits of the same width.
  public func monospacedDigit() -> Font { self }

  /// The font with letters of the same width.
  public func monospaced() -> Font { self }

  /// For large titles.
  public static let largeTitle = Font(.largeTitle)
  /// For titles.
  public static let title = Font(.title)
  /// For titles of the second level.
  public static let title2 = Font(.title2)
  /// For titles of the third level.
  public static let title3 = Font(.title3)
  /// For headings.
  public static let headline = Font(.headline)
  /// For headings of the second level.
  public static let subheadline = Font(.subheadline)
  /// For text.
  public static let body = Font(.body)
  /// For remarks.
  public static let callout = Font(.callout)
  /// For notes.
  public static let footnote = Font(.footnote)
  /// For captions.
  public static let caption = Font(.caption)
  /// For captions of the second level.
  public static let caption2 = Font(.caption2)
}
