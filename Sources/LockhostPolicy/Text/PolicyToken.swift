// SPDX-License-Identifier: MIT

/// A word, number, string or sign of a policy's text, and where it stands.
struct PolicyToken: Hashable {
  enum Kind { case word, number, string, sign, end }

  let kind: Kind
  /// The token as written; for a string what is between the quotes.
  let text: String
  let line: Int
  let column: Int
  /// Whether it begins a statement: the first token of a line that is not indented.
  let beginsStatement: Bool

  func error(_ problem: PolicyError.Problem, suggestion: String? = nil) -> PolicyError {
    PolicyError(
      problem, text: kind == .end ? "the end of the text" : text, line: line, column: column,
      suggestion: suggestion)
  }
}
