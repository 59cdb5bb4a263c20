// SPDX-License-Identifier: MIT

public import Foundation
public import FoundationUserActivity
import LockhostWire

/// A piece of text.
public struct Text: Hashable, Sendable {
  package let content: String

  /// Text to look up for the person's language.
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {
    content = key.text
  }

  /// Text as it is.
  public init(verbatim content: String) { self.content = content }

  /// Text as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) { self.content = String(content) }

  /// Text to look up for the person's language.
  @_disfavoredOverload
  public init(_ resource: LocalizedStringResource) { content = resource.key }

  /// A value as a format writes it.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    content = format.format(input)
  }

  /// Two texts as one.
  public static func + (left: Text, right: Text) -> Text {
    Text(verbatim: left.content + right.content)
  }
}

extension Text: View, PrimitiveView {
  /// Text has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {
    node.element = ShownElement(kind: .text, label: content)
  }
}

extension Text {
  /// Sets the font; text stays text.
  public func font(_ font: Font?) -> Text { self }

  /// Sets the weight.
  public func fontWeight(_ weight: Font.Weight?) -> Text { self }

  /// Sets the colour.
  public func foregroundStyle(_ style: some ShapeStyle) -> Text { self }

  /// Sets the colour.
  public func foregroundColor(_ color: Color?) -> Text { self }

  /// Makes it bold.
  public func bold() -> Text { self }

  /// Makes it bold, or not.
  public func bold(_ isActive: Bool) -> Text { self }

  /// Makes it italic.
  public func italic() -> Text { self }

  /// Underlines it.
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { self }

  /// Strikes it through.
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { self }

  /// Gives all digits the same width.
  public func monospacedDigit() -> Text { self }
}
