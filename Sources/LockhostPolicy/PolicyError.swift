// SPDX-License-Identifier: MIT

/// Why a text is not a policy, or a policy has no meaning, and where.
public struct PolicyError: Error, Hashable, Sendable {
  /// What is wrong.
  public let problem: Problem
  /// The offending text, as it stands in the policy.
  public let text: String
  /// The line, from 1; nil for a policy that was not read from text.
  public let line: Int?
  /// The column in characters, from 1; nil for a policy that was not read from text.
  public let column: Int?
  /// The nearest word that would have been right, where there is one near enough.
  public let suggestion: String?

  /// Describes one problem.
  public init(
    _ problem: Problem, text: String, line: Int? = nil, column: Int? = nil,
    suggestion: String? = nil
  ) {
    self.problem = problem
    self.text = text
    self.line = line
    self.column = column
    self.suggestion = suggestion
  }

  /// What can be wrong with a policy.
  public enum Problem: String, CaseIterable, Hashable, Sendable {
    /// A character that no policy has.
    case unexpectedCharacter
    /// A string or a line that does not end.
    case unterminated
    /// Another word was needed here.
    case unexpectedWord
    /// No statement begins with this word.
    case unknownStatement
    /// Neither an intent nor a system call.
    case unknownName
    /// A system call that has no argument of this name.
    case unknownArgument
    /// No constant of this argument's kind.
    case unknownConstant
    /// No error number of this name.
    case unknownError
    /// No policy of this name in the library.
    case unknownPolicy
    /// A policy that includes itself.
    case circularInclude
    /// A number that does not fit in the argument.
    case numberOutOfRange
    /// A mask test whose value has bits outside the mask, and so never holds.
    case neverTrue
    /// A condition that no filter can test.
    case notExpressible
    /// Too long, too deep or too many.
    case tooLarge
    /// A dangerous grant without its reason.
    case needsReason
    /// A reason for a grant that is not dangerous.
    case needlessReason
    /// A call that is refused outright and admitted outright.
    case contradiction
    /// A second `default` line.
    case duplicateDefault
  }
}

extension PolicyError: CustomStringConvertible {
  /// The error in one line: place, problem, and the nearest right word.
  public var description: String {
    var place = ""
    if let line, let column { place = "line \(line), column \(column): " }
    let hint = suggestion.map { "; did you mean “\($0)”?" } ?? ""
    return place + problem.sentence(about: text) + hint
  }
}

extension PolicyError.Problem {
  func sentence(about text: String) -> String {
    switch self {
    case .unexpectedCharacter: "no policy has the character “\(text)”"
    case .unterminated: "“\(text)” does not end"
    case .unexpectedWord: "“\(text)” cannot stand here"
    case .unknownStatement: "no statement begins with “\(text)”"
    case .unknownName: "“\(text)” is no intent, group or system call"
    case .unknownArgument: "“\(text)” is no argument of this call"
    case .unknownConstant: "“\(text)” is no constant of this argument"
    case .unknownError: "“\(text)” is no error number"
    case .unknownPolicy: "there is no policy “\(text)”"
    case .circularInclude: "the policy “\(text)” includes itself"
    case .numberOutOfRange: "“\(text)” does not fit in this argument"
    case .neverTrue: "“\(text)” can never hold"
    case .notExpressible: "no filter can test “\(text)”"
    case .tooLarge: "“\(text)” is too large"
    case .needsReason: "“\(text)” is dangerous and needs a reason: because \"…\""
    case .needlessReason: "“\(text)” is not dangerous and takes no reason"
    case .contradiction: "“\(text)” is both admitted and refused outright"
    case .duplicateDefault: "a policy has one default, and this is another “\(text)”"
    }
  }
}
