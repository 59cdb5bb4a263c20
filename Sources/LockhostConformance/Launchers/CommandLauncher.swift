// SPDX-License-Identifier: MIT

import Foundation
import Glibc
package import LockhostSandbox
import LockhostSystem
import Synchronization

/// A launcher that is a command line; or none, with `{probe}` alone.
///
/// It runs under `lockhost-probe --supervise`, which keeps every process that it starts below itself and
/// kills them all at the end.
package final class CommandLauncher: ProbeLauncher {
  /// What one stream may hold of which anything is looked at.
  private static let outputLimit = ByteCount.kibibytes(64)
  /// How long after a launcher's end its processes may still be there.
  private static let grace = Duration.milliseconds(500)
  /// What the supervisor may take beyond the deadline before it is given up.
  private static let patience = Duration.seconds(8)

  package let name: String
  package let commandLine: String
  package let version: String
  package let tier: SandboxTier? = nil
  package let isOpen: Bool

  private let template: LaunchTemplate
  private let program: String
  private let ground: ProbeGround
  private let bundles: BundleMaker?

  /// Finds the launcher's program.
  ///
  /// - Throws: `ConformanceError.launcherMissing`, `.system`.
  package init(
    _ template: LaunchTemplate, name: String = "custom", version: String = "",
    on ground: ProbeGround
  ) throws(ConformanceError) {
    let first = template.words[0]
    isOpen = template.words == ["{probe}"]
    if first == "{probe}" {
      program = ground.probe
    } else if let found = CommandSearch.find(first) {
      program = found
    } else {
      throw .launcherMissing(first)
    }
    self.template = template
    self.name = name
    self.version = version
    commandLine = template.text
    self.ground = ground
    bundles = template.needsBundle ? try BundleMaker(runtime: template.runtime, on: ground) : nil
  }

  /// A launcher by its preset.
  package convenience init(
    _ preset: LauncherPreset, on ground: ProbeGround
  ) async throws(ConformanceError) {
    try self.init(
      try LaunchTemplate(parsing: preset.template), name: preset.name,
      version: await CommandSearch.firstLine(of: preset.versionWords, on: ground), on: ground)
  }

  package func launch(_ request: ProbeRequest) async -> LaunchedProbe {
    let started = MonotonicInstant.now
    do throws(SystemError) {
      var result = try await run(request)
      result.duration = started.duration(to: .now)
      return result
    } catch {
      return LaunchedProbe(.failed(error.description))
    }
  }

  private func run(_ request: ProbeRequest) async throws(SystemError) -> LaunchedProbe {
    let folder = try ground.scratch.folder("run", mode: 0o777)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let inside = template.probeInside ?? ground.probe
    let arguments = request.words.map { $0 == Placeholder.probe.rawValue ? inside : $0 }
    var places = [
      "{path}": ground.probe, "{scratch}": ground.scratch.path,
      "{name}": String(Nonce.make().prefix(16)),
    ]
    if let bundles {
      places["{bundle}"] = try bundles.bundle(in: folder, arguments: arguments)
    }
    let words = template.filled(places, probe: ground.probe, arguments: arguments)
    var environment = ProcessInfo.processInfo.environment
    environment[VariableCanary.name] = request.canaries.variable
    let input =
      if let terminal = request.canaries.terminal { terminal } else {
        try SharedDescriptor.null()
      }
    return try await ground.supervise(
      [program] + words.dropFirst(), folder: folder, environment: environment, input: input,
      inherited: request.canaries.descriptor, deadline: request.deadline, grace: Self.grace,
      outputLimit: Self.outputLimit, patience: Self.patience)
  }
}
