// SPDX-License-Identifier: MIT

import LockhostPolicy
import LockhostSandbox

/// `policy show`: a policy as written and as resolved.
enum PolicyShowVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let named = try NamedPolicy.operand(context)
    var picture = PolicyPicture(named.source, try named.outline())
    if context.command.has("disassemble") {
      do throws(FilterError) {
        let program = try FilterCompiler.compile(named.source.policy, executable: nil)
        picture.disassembly = FilterDisassembler.text(program.instructions)
          .split(separator: "\n").map(String.init)
      } catch {
        throw CommandFailure(error)
      }
    }
    context.answer(picture) {
      picture.lines(context.terminal, everyCall: context.terminal.style.isVerbose)
    }
    return ExitStatus.success
  }
}
