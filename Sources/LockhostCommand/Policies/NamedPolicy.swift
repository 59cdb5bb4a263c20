// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSandbox

/// A policy as the command line names it: a built-in one by its name, or a file.
struct NamedPolicy {
  /// What was typed.
  let word: String
  let source: PolicySource

  /// Reads the policy.
  ///
  /// A word with a slash or a dot in it is a file; `-` is standard input.
  ///
  /// - Throws: LH3008 with line and column, and the line itself; LH5107 for a file that cannot be
  ///   read.
  init(_ word: String) throws(CommandFailure) {
    self.word = word
    let isFile = word.contains("/") || word.contains(".") || word == "-"
    let text = isFile ? try TextFile.read(word) : nil
    do throws(PolicyError) {
      if let text {
        source = try PolicySource(parsing: text)
      } else {
        source = try PolicySource(builtIn: word)
      }
    } catch {
      throw CommandFailure(
        code: "LH3008", "the policy `\(word)`: \(error)",
        details: text.map { Self.excerpt(of: $0, at: error) } ?? [],
        help: text == nil
          ? [
            "built in are: " + Policy.builtInNames.joined(separator: ", "),
            "a policy file is named with a slash or a dot",
          ] : [],
        exitStatus: ExitStatus.badData)
    }
  }

  /// Reads the policy that an operand names; without one the extension's.
  static func operand(
    _ context: CommandContext, _ place: Int = 0
  ) throws(CommandFailure) -> NamedPolicy {
    let operands = context.command.operands
    return try NamedPolicy(operands.indices.contains(place) ? operands[place] : "capture")
  }

  /// The policy with every rule's line.
  func outline() throws(CommandFailure) -> PolicyOutline {
    do throws(PolicyError) {
      return try source.outline()
    } catch {
      throw CommandFailure(FilterError.policy(error))
    }
  }

  /// The offending line with a mark below the column.
  private static func excerpt(of text: String, at error: PolicyError) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = error.line, let column = error.column, lines.indices.contains(line - 1),
      lines[line - 1].count <= 200
    else { return [] }
    let number = String(line)
    let blank = String(repeating: " ", count: number.count)
    let shown = lines[line - 1].map { $0 == "\t" ? " " : $0 }
    return [
      "\(number) | \(String(shown))",
      "\(blank) | " + String(repeating: " ", count: max(0, column - 1)) + "^",
    ]
  }
}
