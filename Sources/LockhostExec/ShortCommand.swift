// SPDX-License-Identifier: MIT

import Glibc
import LockhostSandbox
import LockhostSystem

/// A plain `lockhost exec`, which needs neither the table of commands nor anything of a device.
///
/// Takes only what is right at first sight. Whatever is rare or wrong is left to the full program,
/// which knows every flag and has the words for every failure: nothing has happened by then.
package struct ShortCommand {
  private let program: String
  private let arguments: [String]
  private var isQuiet = false
  private var policy = BuiltInPolicy.capture
  private var readable: [String] = []
  private var writable: [String] = []
  private var variables: [String: String] = [:]
  private var showsProcesses = false
  private var set: String?

  /// Does what the process's arguments ask for, if it is a plain `exec`.
  ///
  /// Does not return when it ran the program: it exits with the program's status. Call it on the main
  /// thread, before other threads exist.
  ///
  /// - Parameters:
  ///   - spawnerSocket: The host's end of a spawner that was started for this command; -1 for none.
  ///   - process: That spawner.
  package static func main(spawnerSocket: Int32, process: Int32) {
    // Without making a single string, for every other command comes by here.
    guard CommandLine.argc > 2, let verb = unsafe CommandLine.unsafeArgv[1],
      unsafe strcmp(verb, "exec") == 0
    else { return }
    let spawner =
      spawnerSocket < 0 ? nil : SpawnerProcess(adopting: spawnerSocket, process: process)
    ShortCommand(CommandLine.arguments)?.run(with: spawner)
    spawner?.end()
  }

  /// Reads the arguments, the program's own name first.
  ///
  /// - Returns: nil for anything else than a plain `exec`.
  package init?(_ words: [String]) {
    guard words.count > 2, words[1] == "exec", UndecodableName.place() == nil else { return nil }
    var rest = words.dropFirst(2)
    reading: while let word = rest.first, word.hasPrefix("-") {
      rest.removeFirst()
      switch word {
      case "--": break reading
      case "--quiet", "-q": isQuiet = true
      case "--proc": showsProcesses = true
      case "--policy":
        guard let name = rest.popFirst(), let known = BuiltInPolicy(rawValue: name) else {
          return nil
        }
        policy = known
      case "--read":
        guard let path = rest.popFirst(), let found = Self.existing(path) else { return nil }
        readable.append(found)
      case "--write":
        guard let path = rest.popFirst(), let found = Self.existing(path) else { return nil }
        writable.append(found)
      case "--env":
        guard let text = rest.popFirst(), let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")),
          equals > text.startIndex
        else { return nil }
        variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
      case "--set":
        guard let path = rest.popFirst(), !path.isEmpty else { return nil }
        set = path
      default: return nil
      }
    }
    guard let name = rest.popFirst(), let found = Self.find(name) else { return nil }
    program = found
    arguments = Array(rest)
  }

  // MARK: Paths

  /// The first file of a name that can be executed, as a shell finds it.
  private static func find(_ name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return absolute(name).flatMap(executable) }
    let path = Environment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    for folder in path.utf8.split(separator: UInt8(ascii: ":")) {
      guard let candidate = absolute(String(Substring(folder)) + "/" + name) else { return nil }
      if let found = executable(candidate) { return found }
    }
    return nil
  }

  private static func executable(_ path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o111 != 0
    else { return nil }
    return path
  }

  private static func existing(_ path: String) -> String? {
    guard let path = absolute(path) else { return nil }
    var status = stat()
    return unsafe stat(path, &status) == 0 ? path : nil
  }

  /// The path from the root, without what says nothing; nil for one that leads up again.
  private static func absolute(_ path: String) -> String? {
    guard !path.isEmpty, path.utf8.first == UInt8(ascii: "/") || WorkingFolder.isThere else {
      return nil
    }
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : WorkingFolder.path + "/" + path
    // Put together by hand: what joins pieces in general looks up more types than all else here.
    var result = ""
    for part in whole.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) where part != "."
    {
      if part == ".." { return nil }
      result += "/"
      result += part
    }
    return result.isEmpty ? "/" : result
  }

  // MARK: Running

  /// Runs the program and exits; returns when nothing ran.
  private func run(with process: SpawnerProcess?) {
    SignalWatch.restoreDefaults()
    StandardStream.fillClosed()
    SignalWatch.hold(for: ["lockhost", "exec"])
    SignalWatch.ignoreFailedWrites()
    var sandbox = Sandbox(builtIn: policy)
    sandbox.readable = readable
    sandbox.writable = writable
    sandbox.environment = variables
    sandbox.showsProcesses = showsProcesses
    let folder = StateFolder.path(set: set, environment: Environment.ofStateFolder)
    sandbox.cache = folder.flatMap { folder in try? FilterCache(path: folder + "/filters") }
    guard let input = try? ExecInput(), let loop = try? EventLoop(withoutThread: "lockhost") else {
      return
    }
    MainTask.run(on: loop) { [program, arguments, isQuiet, sandbox] in
      guard
        let run = try? await ExecRun(
          program, arguments: arguments, in: sandbox, input: input, loop: loop,
          process: process)
      else { return }
      // From here, and not after every object was taken apart: the kernel is quicker at that.
      exit(await Self.conclude(run, isQuiet: isQuiet))
    }
  }

  private static func conclude(_ run: ExecRun, isQuiet: Bool) async -> Int32 {
    let messages = PlainMessages()
    let outcome: ExecRun.Outcome
    do throws(SystemError) {
      outcome = try await run.finish()
    } catch {
      messages.fail(code: "LH3010", "\(error.call): \(error.message)")
      return ExecStatus.cannotStart
    }
    let report = ExecReport(outcome)
    if !isQuiet { messages.write(report.notices(paint: messages.paint)) }
    if let failure = report.failure(time: nil) {
      messages.fail(code: failure.code, failure.message, help: failure.help)
    }
    guard let error = outcome.outputFailure, error.code != EPIPE else { return outcome.exitStatus }
    messages.write([FailureLines.outputFailed(error, paint: messages.paint)])
    return outcome.exitStatus == 0 ? ExecStatus.failure : outcome.exitStatus
  }
}
