// SPDX-License-Identifier: MIT

import LockhostPolicy

/// `policy lint`: lines of policies that are allowed and yet mistakes.
enum PolicyLintVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    var items: [FindingItem] = []
    for word in context.command.operands {
      let named = try NamedPolicy(word)
      do throws(PolicyError) {
        items += try PolicyLint.findings(in: named.source).map {
          FindingItem(
            file: word, line: $0.line, column: $0.column, id: $0.kind.rawValue,
            message: $0.message, fix: $0.fix)
        }
      } catch {
        throw CommandFailure(
          code: "LH3008", "the policy `\(word)`: \(error)", exitStatus: ExitStatus.badData)
      }
    }
    context.answer(ListRecord(schema: "lockhost.policy-lint/1", items: items)) {
      items.flatMap { item in
        [
          "\(FailureText.printable(item.file)):\(item.line):\(item.column): "
            + context.terminal.paintOutput(item.id, .warning) + ": "
            + FailureText.printable(item.message),
          "    " + FailureText.printable(item.fix),
        ]
      }
    }
    return items.isEmpty ? ExitStatus.success : ExitStatus.failure
  }
}

private struct FindingItem: Encodable {
  let file: String
  let line: Int
  let column: Int
  let id: String
  let message: String
  let fix: String
}
