// SPDX-License-Identifier: MIT

import LockhostSandbox

/// Runs a plug-in that nobody has to trust, asks it for one word in capitals, and says how it ended.
@main
enum TinyHost {
  static func main() async throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: TinyHost PLUGIN WORD")
      return
    }
    let (answer, end) = try await ask(CommandLine.arguments[1], for: CommandLine.arguments[2])
    print("answer: \(answer ?? "none")")
    print("end: \(end.reason)")
    for violation in end.violations {
      print("refused: \(violation.call), by the rule \"\(violation.rule)\"")
    }
  }

  static func ask(_ plugin: String, for word: String) async throws -> (String?, ProgramEnd) {
    var sandbox = Sandbox(.compute)
    sandbox.limits.data = .mebibytes(64)
    sandbox.time = .seconds(5)

    let (program, channel) = try await sandbox.connect(plugin)
    try channel.send(Array(word.utf8))
    // Nothing comes when the plug-in ends, or when its time is up.
    let answer = try await channel.receive()
    let end = await program.end()
    return (answer.map { String(decoding: $0.bytes, as: UTF8.self) }, end)
  }
}
