// SPDX-License-Identifier: MIT

import LockhostConformance
import LockhostExec
import LockhostSandbox
import LockhostSystem
import Synchronization

/// `conformance`: what a sandbox refuses, and who refuses it.
enum ConformanceVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    if let id = context.command.value("explain") { return try explain(id, context) }
    let meaning = try ConformanceMeaning(context)
    do throws(ConformanceError) {
      let promises = try meaning.selection.promises()
      if context.command.has("list") { return list(promises, context) }
      return try await run(meaning, promises, context)
    } catch {
      throw CommandFailure(error)
    }
  }

  // MARK: Running

  private static func run(
    _ meaning: ConformanceMeaning, _ promises: [Promise], _ context: CommandContext
  ) async throws(ConformanceError) -> Int32 {
    let ground = try ProbeGround()
    let own = try await sandbox(meaning, on: ground)
    let launcher: any ProbeLauncher
    if let words = meaning.launcher {
      launcher = try await foreign(words, on: ground)
    } else if let own {
      launcher = own
    } else {
      throw .sandbox(.tierUnavailable(meaning.tier ?? .full, reason: "no tier works here"))
    }
    let host = HostFacts.current()
    // Probes mostly wait for the kernel, so one more than there are processors keeps all of them busy.
    var run = ConformanceRun(
      launcher, controls: try ControlRuns(on: ground, sandbox: own), on: ground,
      width: host.processors + 1)
    run.ablates = meaning.ablates
    let progress = ConformanceProgress(
      context.terminal, total: promises.count, environment: context.environment)
    let received = Mutex<Int32?>(nil)
    let work = Task { [run] in await run.verdicts(of: promises) { progress.note($0) } }
    let interruption = Task {
      for await signal in SignalWatch.stream() {
        received.withLock { $0 = $0 ?? signal }
        work.cancel()
      }
    }
    let verdicts = await work.value
    interruption.cancel()
    progress.finish()
    // What was not decided is no report.
    if let signal = received.withLock({ $0 }) { return 128 + signal }
    let report = ConformanceReport(
      run: RunRecord(
        host: host, version: CommandVersion.text, launcher: launcher,
        policy: meaning.policy?.word, shard: meaning.selection.shard, ablated: meaning.ablates),
      verdicts: verdicts.map(VerdictRecord.init))
    do throws(CommandFailure) {
      return try meaning.output.write(report, context.terminal)
    } catch {
      for line in FailureText.lines(error, on: context.terminal) { context.terminal.complain(line) }
      return error.exitStatus
    }
  }

  /// lockhost's own sandbox, in the tier that was asked for, or else the strongest that there is.
  ///
  /// - Returns: nil where there is none and another launcher is tried.
  private static func sandbox(
    _ meaning: ConformanceMeaning, on ground: ProbeGround
  ) async throws(ConformanceError) -> SandboxLauncher? {
    let spawner: Spawner
    do throws(SystemError) {
      spawner = try Spawner()
    } catch {
      throw .system(error)
    }
    let trials = await SandboxTier.available(with: spawner)
    if let tier = meaning.tier {
      for case .refused(let error) in trials.filter({ $0.tier == tier }).map(\.outcome) {
        throw .sandbox(
          error.isAboutTier ? .tierUnavailable(tier, reason: "\(error)") : error)
      }
    }
    guard let tier = meaning.tier ?? trials.first(where: \.works)?.tier else { return nil }
    return try SandboxLauncher(meaning.base, tier: tier, on: ground, spawner: spawner)
  }

  private static func foreign(
    _ words: String, on ground: ProbeGround
  ) async throws(ConformanceError) -> CommandLauncher {
    if let preset = LauncherPreset.named(words) {
      return try await CommandLauncher(preset, on: ground)
    }
    return try CommandLauncher(try LaunchTemplate(parsing: words), on: ground)
  }

  // MARK: Looking

  private static func list(_ promises: [Promise], _ context: CommandContext) -> Int32 {
    context.answer(
      ListRecord(schema: "lockhost.promises/1", items: promises.map(PromiseItem.init))
    ) {
      PromiseGroup.allCases.flatMap { group -> [String] in
        let members = promises.filter { $0.group == group }
        guard !members.isEmpty else { return [] }
        return [context.terminal.paintOutput("\(group.title) (\(group.rawValue))", .strong)]
          + members.map { "  \($0.id.padded(to: 13)) \($0.sentence)" }
      } + ["\(promises.count) promises, \(promises.reduce(0) { $0 + $1.calls.count }) probe calls"]
    }
    return ExitStatus.success
  }

  private static func explain(
    _ id: String, _ context: CommandContext
  ) throws(CommandFailure) -> Int32 {
    guard let promise = PromiseCatalogue.promise(id) else {
      throw .usage(
        "LH9010", "no promise is called `\(id)`",
        help: Suggestion.help(for: id.uppercased(), among: PromiseCatalogue.all.map(\.id)),
        verb: context.command.verb)
    }
    context.answer(PromiseItem(promise)) { HumanReport.explanation(promise, context.terminal) }
    return ExitStatus.success
  }
}

/// A promise as `--list --json` has it.
private struct PromiseItem: Encodable {
  let id: String
  let group: String
  let kind: String
  let sentence: String
  let why: String
  let fix: String
  let references: [String]
  let exceptions: [String: String]
  let calls: [String]

  init(_ promise: Promise) {
    id = promise.id
    group = promise.group.rawValue
    kind = promise.kind.rawValue
    sentence = promise.sentence
    why = promise.why
    fix = promise.fix
    references = promise.references
    exceptions = Dictionary(
      uniqueKeysWithValues: promise.exceptions.map { ($0.key.rawValue, $0.value.reason) })
    calls = promise.calls.map(\.text)
  }
}
