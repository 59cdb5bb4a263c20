// SPDX-License-Identifier: MIT

/// Something in a policy that is allowed and yet a mistake, or nearly one.
public struct PolicyFinding: Hashable, Sendable {
  /// What kind of mistake.
  public let kind: Kind
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// What is wrong, in one sentence.
  public let message: String
  /// What to write instead, in one sentence.
  public let fix: String

  /// Kinds of mistakes; the words last.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A dangerous call is admitted with all its arguments.
    case unguardedGrant = "unguarded-grant"
    /// A reason that says nothing.
    case hollowReason = "hollow-reason"
    /// A line that changes nothing.
    case redundantLine = "redundant-line"
    /// A line whose work a wider, or a later, line does.
    case shadowedLine = "shadowed-line"
    /// A line that lets written memory be run, without saying so.
    case undoesWriteXorExecute = "undoes-wx"
    /// `ioctl` or `prctl` without a list of what it may be asked.
    case noRequestList = "no-request-list"
    /// A default that nobody hears of.
    case silentDefault = "silent-default"
    /// An answer that asks the program to try again.
    case noRefusal = "no-refusal"
    /// An include that changes nothing.
    case unusedInclude = "unused-include"

    /// What is wrong about it, in one sentence, for lists of all kinds.
    public var summary: String {
      switch self {
      case .unguardedGrant: "a dangerous call is admitted with all its arguments"
      case .hollowReason: "a reason says nothing that the line does not say already"
      case .redundantLine: "a line admits or refuses nothing that others do not"
      case .shadowedLine: "a wider line, or a later one, does the line's work"
      case .undoesWriteXorExecute: "written memory can be run, and no token says so"
      case .noRequestList: "ioctl or prctl has no list of what it may be asked"
      case .silentDefault: "refusals by default stand in no record"
      case .noRefusal: "the error asks the program to try again"
      case .unusedInclude: "an include changes nothing"
      }
    }
  }
}
