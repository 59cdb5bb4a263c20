// SPDX-License-Identifier: MIT

import LockhostConformance
import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostSystem

/// What a typed `conformance` means.
struct ConformanceMeaning {
  /// Which promises.
  var selection = PromiseSelection()
  /// The launcher's words; nil for lockhost's own sandbox.
  let launcher: String?
  /// The policy's name or file; nil for another launcher.
  let policy: NamedPolicy?
  /// The app whose extension is meant.
  let app: ExtensionBundle?
  /// The tier that was demanded.
  let tier: SandboxTier?
  let ablates: Bool
  let output: ReportOutput

  /// Understands every word.
  ///
  /// - Throws: LH5004, LH5007, LH9013, LH3008, and what loading a bundle throws.
  init(_ context: CommandContext) throws(CommandFailure) {
    let command = context.command
    launcher = command.value("launcher")
    if launcher != nil {
      for flag in ["policy", "app", "tier", "ablate"] where command.has(flag) {
        throw .usage(
          "LH5007", "`--\(flag)` is for lockhost's own sandbox, not for `--launcher`",
          verb: command.verb)
      }
    }
    selection.ids = command.values["promise"] ?? []
    selection.groups = command.values["group"] ?? []
    selection.filter = command.value("filter")
    if let text = command.value("shard") {
      do throws(ConformanceError) {
        selection.shard = try Shard(parsing: text)
      } catch {
        throw CommandFailure(error)
      }
    }
    policy = launcher == nil ? try NamedPolicy(command.value("policy") ?? "capture") : nil
    tier = command.value("tier").flatMap(SandboxTier.init(rawValue:))
    ablates = command.has("ablate")
    app = try command.value("app").map { path throws(CommandFailure) in try Self.bundle(path) }
    output = try ReportOutput(context)
  }

  private static func bundle(_ path: String) throws(CommandFailure) -> ExtensionBundle {
    let bundle: AppBundle
    do throws(DeviceError) {
      bundle = try AppBundle.load(at: BuildVerb.absolute(path))
    } catch {
      throw CommandFailure(error)
    }
    guard let found = bundle.captureExtension else {
      throw CommandFailure(
        code: "LH1105", "\(path) has no capture extension", exitStatus: ExitStatus.badData)
    }
    return found
  }

  /// What lockhost's own launcher puts the probe into.
  var base: SandboxBase {
    let policy = policy?.source.policy ?? .capture
    return app.map { SandboxBase($0, policy: policy) } ?? SandboxBase(policy: policy)
  }
}

extension CommandFailure {
  /// A suite that could not run.
  init(_ error: ConformanceError) {
    switch error {
    case .nothingSelected(let what):
      self.init(
        code: error.code, what, help: ["`lockhost conformance --list` lists the promises"],
        exitStatus: ExitStatus.usage)
    case .badLauncher(let words, let reason):
      self.init(
        code: error.code, "the launcher `\(words)` cannot be used: \(reason)",
        exitStatus: ExitStatus.usage)
    case .launcherMissing(let name):
      self.init(
        code: error.code, "there is no program `\(name)`",
        help: ["the presets are: " + LauncherPreset.all.map(\.name).joined(separator: ", ")],
        exitStatus: ExitStatus.notFound)
    case .badShard(let text):
      self.init(
        code: error.code, "`--shard` cannot be `\(text)`", help: ["write such as 1/2"],
        exitStatus: ExitStatus.usage)
    case .notReport(let path, let line, let reason):
      self.init(
        code: error.code, "\(path), line \(line): \(reason)",
        help: ["make the report with `--format jsonl`"], exitStatus: ExitStatus.badData)
    case .notOneRun(let reason):
      self.init(
        code: error.code, "the reports are not parts of one run: \(reason)",
        exitStatus: ExitStatus.badData)
    case .sandbox(let cause): self.init(cause)
    case .system(let cause): self.init(SandboxError.system(cause))
    }
  }
}
