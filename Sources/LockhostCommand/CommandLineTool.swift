// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Glibc
import LockhostExec
import LockhostSystem
import Synchronization

/// The program `lockhost`: arguments in, exit status out.
public enum CommandLineTool {
  /// How many threads a command has at most times: the language's own, and one for each loop.
  private static let threads = 8

  /// Runs one command line and waits for its end.
  ///
  /// Call it on the main thread, before other threads exist: for a verb that ends in order it holds
  /// back the signals that end a program. The thread waits here, and not in `dispatchMain()`, which
  /// would let those signals through again.
  ///
  /// - Parameter arguments: As the program got them, its own name first.
  /// - Returns: What to exit with.
  public static func main(_ arguments: [String]) -> Int32 {
    SignalWatch.restoreDefaults()
    StandardStream.fillClosed()
    SignalWatch.hold(for: arguments)
    if let place = UndecodableName.place() {
      let failure = CommandFailure.usage(
        "LH5020", "\(place) is not UTF-8 text",
        help: ["give a name in UTF-8; a symbolic link with such a name will do"])
      return report(failure, on: Terminal(style: guessedStyle(arguments)))
    }
    // The library behind tasks waits for a thread for as long as it takes, without a word.
    do throws(SystemError) {
      try BackgroundThread.tryOut(threads)
    } catch {
      let failure = CommandFailure(
        code: "LH5022", "no \(threads) threads can be had: \(error.call): \(error.message)",
        help: ["end other programs of this user, or raise the limit that `ulimit -u` shows"],
        exitStatus: ExitStatus.temporary)
      return report(failure, on: Terminal(style: guessedStyle(arguments)))
    }
    let status = Mutex(ExitStatus.software)
    let done = DispatchSemaphore(value: 0)
    withExtendedLifetime(
      Task {
        let result = await run(arguments)
        status.withLock { $0 = result }
        done.signal()
      }
    ) { done.wait() }
    return status.withLock { $0 }
  }

  /// Runs one command line.
  ///
  /// - Parameter arguments: As the program got them, its own name first.
  /// - Returns: What to exit with.
  public static func run(_ arguments: [String]) async -> Int32 {
    SignalWatch.ignoreFailedWrites()
    let words = Array(arguments.dropFirst())
    let environment = ProcessInfo.processInfo.environment
    do throws(CommandFailure) {
      if let status = try answerWithoutVerb(words) { return status }
      let command = try CommandParser.parse(words)
      let style = Terminal.Style(command: command, environment: environment)
      let context = CommandContext(
        command: command, terminal: Terminal(style: style), environment: environment)
      do throws(CommandFailure) {
        return context.terminal.conclude(try await VerbDispatch.run(context))
      } catch {
        return report(error, on: context.terminal)
      }
    } catch {
      return report(error, on: Terminal(style: guessedStyle(words, environment)))
    }
  }

  /// What a command line that cannot be read says about output, taken at its word.
  private static func guessedStyle(
    _ words: [String], _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Terminal.Style {
    var style = Terminal.Style()
    style.isJSON = words.contains("--json")
    let color = words.first { $0.hasPrefix("--color=") }.map { String($0.dropFirst(8)) }
    style.colorsErrors = Terminal.Style.wantsColor(color, 2, environment)
    return style
  }

  /// The command lines that have no verb: none at all, `--help`, `--version`.
  private static func answerWithoutVerb(_ words: [String]) throws(CommandFailure) -> Int32? {
    let terminal = Terminal(style: Terminal.Style())
    switch words.first {
    case nil:
      terminal.complain(HelpText.overview())
      return ExitStatus.usage
    case "--help", "-h":
      terminal.data(HelpText.overview())
      return terminal.conclude(ExitStatus.success)
    case "--version":
      if words.contains("--json") {
        terminal.data(JSONLine.encode(VersionRecord()))
      } else {
        terminal.data("lockhost \(CommandVersion.text)")
      }
      return terminal.conclude(ExitStatus.success)
    default:
      return nil
    }
  }

  private static func report(_ failure: CommandFailure, on terminal: Terminal) -> Int32 {
    for line in FailureText.lines(failure, on: terminal) { terminal.complain(line) }
    if terminal.style.isJSON { terminal.data(JSONLine.encode(FailureRecord(failure))) }
    return terminal.conclude(failure.exitStatus)
  }
}

/// What `lockhost --version --json` prints.
private struct VersionRecord: Encodable {
  let schema = "lockhost.version/1"
  let version = CommandVersion.text
  let exitRecord = "lockhost.exit/1"
  let wireProtocol = 1
  let swift = CommandVersion.compiler
}
