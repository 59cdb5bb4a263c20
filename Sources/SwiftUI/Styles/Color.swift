// SPDX-License-Identifier: MIT

/// How something is filled; nothing is drawn.
public protocol ShapeStyle: Sendable {}

/// A colour.
public struct Color: Hashable, Sendable, ShapeStyle {
  /// What the numbers of a colour mean.
  public enum RGBColorSpace: Hashable, Sendable {
    /// sRGB.
    case sRGB
    /// sRGB without its curve.
    case sRGBLinear
    /// Display P3.
    case displayP3
  }

  private let name: String

  private init(name: String) { self.name = name }

  /// A colour of the bundle.
  public init(_ name: String) { self.name = name }

  /// A colour from three components, each 0 to 1.
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) {
    name = "rgb(\(red), \(green), \(blue), \(opacity))"
  }

  /// A grey, 0 to 1.
  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    name = "white(\(white), \(opacity))"
  }

  /// The colour, so opaque.
  public func opacity(_ opacity: Double) -> Color { Color(name: "\(name)@\(opacity)") }

  /// Black.
  public static let black = Color(name: "black")
  /// White.
  public static let white = Color(name: "white")
  /// Transparent.
  public static let clear = Color(name: "clear")
  /// Red.
  public static let red = Color(name: "red")
  /// Orange.
  public static let orange = Color(name: "orange")
  /// Yellow.
  public static let yellow = Color(name: "yellow")
  /// Green.
  public static let green = Color(name: "green")
  /// Mint.
  public static let mint = Color(name: "mint")
  /// Teal.
  public static let teal = Color(name: "teal")
  /// Cyan.
  public static let cyan = Color(name: "cyan")
  /// Blue.
  public static let blue = Color(name: "blue")
  /// Indigo.
  public static let indigo = Color(name: "indigo")
  /// Purple.
  public static let purple = Color(name: "purple")
  /// Pink.
  public static let pink = Color(name: "pink")
  /// Brown.
  public static let brown = Color(name: "brown")
  /// Grey.
  public static let gray = Color(name: "gray")
  /// The colour of text.
  public static let primary = Color(name: "primary")
  /// The colour of less important text.
  public static let secondary = Color(name: "secondary")
  /// The app's own colour.
  public static let accentColor = Color(name: "accent")
}

extension Color: View, PrimitiveView {
  /// A colour has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {}
}

extension ShapeStyle where Self == Color {
  /// Black.
  public static var black: Color { Color.black }
  /// White.
  public static var white: Color { Color.white }
  /// Clear.
  public static var clear: Color { Color.clear }
  /// Red.
  public static var red: Color { Color.red }
  /// Orange.
  public static var orange: Color { Color.orange }
  /// Yellow.
  public static var yellow: Color { Color.yellow }
  /// Green.
  public static var green: Color { Color.green }
  /// Mint.
  public static var mint: Color { Color.mint }
  /// Teal.
  public static var teal: Color { Color.teal }
  /// Cyan.
  public static var cyan: Color { Color.cyan }
  /// Blue.
  public static var blue: Color { Color.blue }
  /// Indigo.
  public static var indigo: Color { Color.indigo }
  /// Purple.
  public static var purple: Color { Color.purple }
  /// Pink.
  public static var pink: Color { Color.pink }
  /// Brown.
  public static var brown: Color { Color.brown }
  /// Gray.
  public static var gray: Color { Color.gray }
}

/// A style that follows the content's own, one level down each.
public struct HierarchicalShapeStyle: ShapeStyle {
  let level: Int
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// The content's own style.
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: 1) }
  /// One level down.
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: 2) }
  /// Two levels down.
  public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: 3) }
}

/// A blurred background.
public struct Material: ShapeStyle {
  let thickness: Int

  /// Mostly what is behind.
  public static let ultraThin = Material(thickness: 1)
  /// More of what is behind.
  public static let thin = Material(thickness: 2)
  /// As much of both.
  public static let regular = Material(thickness: 3)
  /// Less of what is behind.
  public static let thick = Material(thickness: 4)
}

extension ShapeStyle where Self == Material {
  /// Mostly what is behind.
  public static var ultraThinMaterial: Material { .ultraThin }
  /// More of what is behind.
  public static var thinMaterial: Material { .thin }
  /// As much of both.
  public static var regularMaterial: Material { .regular }
  /// Less of what is behind.
  public static var thickMaterial: Material { .thick }
}
