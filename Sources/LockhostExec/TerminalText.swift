// SPDX-License-Identifier: MIT

/// Text on its way to a terminal, whoever wrote it: the one place where it is made harmless.
package enum TerminalText {
  /// The text without what could steer a terminal; lines and tabs stay.
  ///
  /// - Parameter keepingColors: Whether sequences that only set a colour stay.
  package static func safe(_ text: String, keepingColors: Bool) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 }) {
      return text
    }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if keepingColors, scalar == "\u{1B}", let color = color(at: rest) {
        result += color
        rest = rest.dropFirst(color.count)
        continue
      }
      rest = rest.dropFirst()
      if scalar == "\n" || scalar == "\t" || !isHarmful(scalar) {
        result.append(scalar)
      } else {
        result += escaped(scalar).unicodeScalars
      }
    }
    return String(result)
  }

  /// The text on one line, without what could steer a terminal.
  package static func printable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        result += escaped(scalar).unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a scalar could steer a terminal, or cannot be seen.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// A sequence `ESC [ digits m` at the start, if there is one.
  private static func color(at rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    guard rest.dropFirst().first == "[" else { return nil }
    let body = rest.dropFirst(2).prefix(8)
    guard let end = body.firstIndex(where: { !("0"..."9").contains($0) && $0 != ";" }),
      body[end] == "m"
    else { return nil }
    return rest[...end]
  }
}
