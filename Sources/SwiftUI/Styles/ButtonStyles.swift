// SPDX-License-Identifier: MIT

/// How buttons look; nothing is drawn.
public protocol PrimitiveButtonStyle: Sendable {}

/// As the system likes.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public init() {}
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  /// As the system likes.
  public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

/// The label alone.
public struct PlainButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public init() {}
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// The label alone.
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// The label in the app's colour.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public init() {}
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// The label in the app's colour.
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

/// On a light background.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public init() {}
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  /// On a light background.
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

/// On a strong background.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public init() {}
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// On a strong background.
  public static var borderedProminent: BorderedProminentButtonStyle {
    BorderedProminentButtonStyle()
  }
}
