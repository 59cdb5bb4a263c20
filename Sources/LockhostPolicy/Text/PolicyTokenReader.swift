// SPDX-License-Identifier: MIT

/// Walks over tokens, statement by statement.
struct PolicyTokenReader {
  private let tokens: [PolicyToken]
  private var place = 0
  private var start = 0

  init(tokens: [PolicyToken]) { self.tokens = tokens }

  /// The token that comes next; at the end of a statement, the first of the next statement.
  var peek: PolicyToken {
    place < tokens.count
      ? tokens[place]
      : PolicyToken(kind: .end, text: "", line: 1, column: 1, beginsStatement: true)
  }

  /// Whether the statement has no more tokens.
  var isAtEndOfStatement: Bool { place > start && peek.beginsStatement }

  /// Takes the next token, whatever it is; never past the end of the text.
  mutating func take() -> PolicyToken {
    let token = peek
    if token.kind != .end { place += 1 }
    return token
  }

  /// Takes the next token if it is this word, inside the statement.
  mutating func take(word: String) -> Bool {
    take(.word, word)
  }

  /// Takes the next token if it is this sign, inside the statement.
  mutating func take(sign: String) -> Bool {
    take(.sign, sign)
  }

  private mutating func take(_ kind: PolicyToken.Kind, _ text: String) -> Bool {
    guard !isAtEndOfStatement, peek.kind == kind, peek.text == text else { return false }
    place += 1
    return true
  }

  /// Takes a word, this one if it is given.
  mutating func word(_ expected: String? = nil) throws(PolicyError) -> PolicyToken {
    let token = peek
    guard !isAtEndOfStatement, token.kind == .word, expected ?? token.text == token.text else {
      throw token.error(.unexpectedWord, suggestion: expected)
    }
    guard token.text.utf8.count <= 64 else { throw token.error(.tooLarge) }
    place += 1
    return token
  }

  /// Takes a sign, this one.
  mutating func sign(_ expected: String) throws(PolicyError) {
    guard take(sign: expected) else { throw peek.error(.unexpectedWord, suggestion: expected) }
  }

  /// Checks that a statement begins here, in the first column.
  mutating func beginStatement() throws(PolicyError) {
    guard peek.beginsStatement, peek.kind != .end else { throw peek.error(.unexpectedWord) }
    start = place
  }

  /// Checks that nothing is left of the statement.
  func endStatement() throws(PolicyError) {
    guard isAtEndOfStatement else { throw peek.error(.unexpectedWord) }
  }
}
