// SPDX-License-Identifier: MIT

import Foundation
import LockhostSandbox

/// Runs a plug-in that nobody has to trust, asks it for one word in capitals, and says how it ended.
@main
enum TinyHost {
  static func main() async {
    guard CommandLine.arguments.count == 3 else { fail("usage: TinyHost PLUGIN WORD", status: 64) }
    do {
      let (answer, end) = try await ask(CommandLine.arguments[1], for: CommandLine.arguments[2])
      print("answer: \(answer ?? "none")")
      print("end: \(end.reason)")
      for violation in end.violations {
        print("refused: \(violation.call), by the rule \"\(violation.rule)\"")
      }
    } catch {
      // The plug-in never ran: there is none, or the sandbox could not be made.
      fail("TinyHost: \(error)", status: 1)
    }
  }

  static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
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
