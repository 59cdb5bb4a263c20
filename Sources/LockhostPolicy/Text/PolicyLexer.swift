// SPDX-License-Identifier: MIT

/// Cuts a policy's text into tokens.
///
/// Blanks and comments (`#` to the end of the line) separate; a line that begins with a blank
/// continues the statement before it. The text may be anything: every input ends in tokens or in an
/// error, in time linear in its length.
struct PolicyLexer {
  /// The longest text, in bytes.
  static let maximumLength = 262_144

  private let letters: [Unicode.Scalar]
  private var place = 0
  private var line = 1
  private var column = 1
  private var isLineStart = true

  init(_ text: String) throws(PolicyError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw PolicyError(.tooLarge, text: "the text", line: 1, column: 1)
    }
    letters = Array(text.unicodeScalars)
  }

  /// All tokens; the last one is the end.
  mutating func tokens() throws(PolicyError) -> [PolicyToken] {
    var tokens: [PolicyToken] = []
    while let token = try next() { tokens.append(token) }
    tokens.append(
      PolicyToken(kind: .end, text: "", line: line, column: column, beginsStatement: true))
    return tokens
  }

  private mutating func next() throws(PolicyError) -> PolicyToken? {
    skipBlanks()
    guard let letter = peek() else { return nil }
    let begins = isLineStart && column == 1
    isLineStart = false
    let start = (line: line, column: column)
    func token(_ kind: PolicyToken.Kind, _ text: String) -> PolicyToken {
      PolicyToken(
        kind: kind, text: text, line: start.line, column: start.column, beginsStatement: begins)
    }
    if letter == "\"" {
      return token(.string, try string(from: start))
    }
    if Self.isDigit(letter) || letter == "-" && Self.isDigit(peek(1) ?? " ") {
      var text = String(take())
      while let letter = peek(), Self.isWord(letter) {
        text.unicodeScalars.append(letter); advance()
      }
      return token(.number, text)
    }
    if Self.isWordStart(letter) {
      var text = ""
      while let letter = peek(), Self.isWord(letter) {
        text.unicodeScalars.append(letter); advance()
      }
      return token(.word, text)
    }
    for sign in Self.signs where matches(sign) {
      for _ in sign.unicodeScalars { advance() }
      return token(.sign, sign)
    }
    throw token(.sign, Self.printable(letter)).error(.unexpectedCharacter)
  }

  private mutating func string(from start: (line: Int, column: Int)) throws(PolicyError) -> String {
    advance()
    var text = ""
    while let letter = peek(), letter != "\n" {
      advance()
      switch letter {
      case "\"": return text
      case "\\":
        guard let escaped = peek(), escaped == "\"" || escaped == "\\" else {
          throw PolicyError(.unexpectedCharacter, text: "\\", line: line, column: column - 1)
        }
        text.unicodeScalars.append(take())
      default:
        guard !Self.isControl(letter) else {
          throw PolicyError(
            .unexpectedCharacter, text: Self.printable(letter), line: line, column: column - 1)
        }
        text.unicodeScalars.append(letter)
      }
    }
    throw PolicyError(.unterminated, text: text, line: start.line, column: start.column)
  }

  private mutating func skipBlanks() {
    while let letter = peek() {
      if letter == "#" {
        while let letter = peek(), letter != "\n" { _ = letter; advance() }
      } else if letter == " " || letter == "\t" || letter == "\n" || letter == "\r" {
        advance()
      } else {
        return
      }
    }
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    place + distance < letters.count ? letters[place + distance] : nil
  }

  private func matches(_ sign: String) -> Bool {
    letters[place...].starts(with: sign.unicodeScalars)
  }

  private mutating func take() -> Unicode.Scalar {
    defer { advance() }
    return letters[place]
  }

  private mutating func advance() {
    guard place < letters.count else { return }
    if letters[place] == "\n" {
      line += 1
      column = 1
      isLineStart = true
    } else {
      column += 1
    }
    place += 1
  }

  /// Longer signs before those that they begin with.
  private static let signs = [
    "||", "&&", "==", "!=", "<=", ">=", "<", ">", "|", "&", "~", "(", ")", "{", "}", ",", ":",
  ]

  private static func isDigit(_ letter: Unicode.Scalar) -> Bool { ("0"..."9").contains(letter) }

  private static func isWordStart(_ letter: Unicode.Scalar) -> Bool {
    letter == "_" || ("a"..."z").contains(letter) || ("A"..."Z").contains(letter)
  }

  private static func isWord(_ letter: Unicode.Scalar) -> Bool {
    isWordStart(letter) || isDigit(letter) || letter == "-"
  }

  /// Control characters, and those that turn text around on a reader's screen.
  private static func isControl(_ letter: Unicode.Scalar) -> Bool {
    switch letter.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }

  private static func printable(_ letter: Unicode.Scalar) -> String {
    isControl(letter) ? "U+\(String(letter.value, radix: 16))" : String(letter)
  }
}
