// SPDX-License-Identifier: MIT

/// Text to look up later, for the language of whoever shows it.
///
/// On Apple's systems it is Foundation's; Linux's Foundation does not have it.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Hashable, Codable, Sendable
{
  /// The text, which is its own translation.
  public let key: String

  /// Text from a literal.
  public init(stringLiteral value: String) { key = value }

  /// Text with a table and a remark for translators.
  public init(_ key: String, table: String? = nil, comment: StaticString? = nil) {
    self.key = key
  }
}

extension String {
  /// The text in this process's language.
  public init(localized resource: LocalizedStringResource) { self = resource.key }
}
