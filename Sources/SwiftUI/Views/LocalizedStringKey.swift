// SPDX-License-Identifier: MIT

/// Text to look up for the person's language; here it is its own translation.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
  let text: String

  /// Makes a key.
  public init(_ value: String) { text = value }

  /// Makes a key from a literal.
  public init(stringLiteral value: String) { text = value }

  /// Makes a key from a literal with values in it.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Gathers the parts of a literal with values in it.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Prepares for a literal of this size.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    /// Adds a literal part.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a value as it describes itself.
    public mutating func appendInterpolation<T>(_ value: T) { text += String(describing: value) }

    /// Adds a text.
    public mutating func appendInterpolation(_ text: Text) { self.text += text.content }
  }
}
