// SPDX-License-Identifier: MIT

public import Foundation

/// One of two directions.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
  /// Left to right.
  case horizontal
  /// Top to bottom.
  case vertical

  /// Some of two directions.
  public struct Set: OptionSet, Hashable, Sendable {
    /// The set's bits.
    public let rawValue: Int8

    /// Makes a set from its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// Left to right.
    public static let horizontal = Set(rawValue: 1)
    /// Top to bottom.
    public static let vertical = Set(rawValue: 2)
  }
}

/// One of four edges.
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
  /// The upper one.
  case top
  /// The one where text begins.
  case leading
  /// The lower one.
  case bottom
  /// The one where text ends.
  case trailing

  /// Some of four edges.
  public struct Set: OptionSet, Hashable, Sendable {
    /// The set's bits.
    public let rawValue: Int8

    /// Makes a set from its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// The upper one.
    public static let top = Set(rawValue: 1)
    /// The one where text begins.
    public static let leading = Set(rawValue: 2)
    /// The lower one.
    public static let bottom = Set(rawValue: 4)
    /// The one where text ends.
    public static let trailing = Set(rawValue: 8)
    /// All four.
    public static let all: Set = [.top, .leading, .bottom, .trailing]
    /// The two at the sides.
    public static let horizontal: Set = [.leading, .trailing]
    /// The upper and the lower one.
    public static let vertical: Set = [.top, .bottom]
  }
}

/// Distances from four edges, in points.
public struct EdgeInsets: Hashable, Sendable {
  /// From the upper edge.
  public var top: CGFloat
  /// From the edge where text begins.
  public var leading: CGFloat
  /// From the lower edge.
  public var bottom: CGFloat
  /// From the edge where text ends.
  public var trailing: CGFloat

  /// Distances from four edges.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// No distance.
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }
}

/// Where views line up from left to right.
public enum HorizontalAlignment: Hashable, Sendable {
  /// Where text begins.
  case leading
  /// In the middle.
  case center
  /// Where text ends.
  case trailing
}

/// Where views line up from top to bottom.
public enum VerticalAlignment: Hashable, Sendable {
  /// At the top.
  case top
  /// In the middle.
  case center
  /// At the bottom.
  case bottom
  /// On the first line of text.
  case firstTextBaseline
  /// On the last line of text.
  case lastTextBaseline
}

/// Where views line up in both directions.
public struct Alignment: Hashable, Sendable {
  /// Where they line up from left to right.
  public var horizontal: HorizontalAlignment
  /// Where they line up from top to bottom.
  public var vertical: VerticalAlignment

  /// Lines up in both directions.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The middle.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// The middle of the edge where text begins.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// The middle of the edge where text ends.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// The middle of the upper edge.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// The middle of the lower edge.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// The upper corner where text begins.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// The upper corner where text ends.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// The lower corner where text begins.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// The lower corner where text ends.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}

/// How lines of text line up.
public enum TextAlignment: Hashable, CaseIterable, Sendable {
  /// Where text begins.
  case leading
  /// In the middle.
  case center
  /// Where text ends.
  case trailing
}

/// How content fits a frame of another shape.
public enum ContentMode: Hashable, CaseIterable, Sendable {
  /// Wholly inside.
  case fit
  /// Without gaps.
  case fill
}

/// Parts of the screen that the system covers.
public struct SafeAreaRegions: OptionSet, Sendable {
  /// The set's bits.
  public let rawValue: UInt

  /// Makes a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// What the device and its bars cover.
  public static let container = SafeAreaRegions(rawValue: 1)
  /// What the keyboard covers.
  public static let keyboard = SafeAreaRegions(rawValue: 2)
  /// Both.
  public static let all = SafeAreaRegions(rawValue: .max)
}
