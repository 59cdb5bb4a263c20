// SPDX-License-Identifier: MIT

import Glibc
import LockhostConformance
import LockhostSandbox
import LockhostTesting

/// Runs of the suite as these tests make them.
enum Suites {
  /// More than any probe needs on a machine that is busy with other tests.
  static let width = 3

  /// The probe's copy and the suite's folder.
  static func ground() throws -> ProbeGround { try ProbeGround() }

  /// lockhost's own sandbox.
  static func sandbox(
    _ ground: ProbeGround, tier: SandboxTier = .full, base: SandboxBase = SandboxBase(),
    changes: [SandboxChange] = [], spawner: Spawner? = nil
  ) throws -> SandboxLauncher {
    try SandboxLauncher(
      base, tier: tier, changes: changes, on: ground, spawner: spawner,
      omitting: { try OmittingSpawner.spawner(for: $0) })
  }

  /// A run of lockhost's own sandbox.
  static func run(
    tier: SandboxTier = .full, base: SandboxBase = SandboxBase(), changes: [SandboxChange] = []
  ) throws -> ConformanceRun {
    let ground = try ground()
    let spawner = try Spawner()
    let launcher = try sandbox(ground, tier: tier, base: base, changes: changes, spawner: spawner)
    let controls = try ControlRuns(
      on: ground, sandbox: try sandbox(ground, tier: tier, spawner: spawner))
    return ConformanceRun(launcher, controls: controls, on: ground, width: width)
  }

  /// A run of another launcher.
  static func run(_ words: [String]) throws -> ConformanceRun {
    let ground = try ground()
    let launcher = try CommandLauncher(try LaunchTemplate(words: words), on: ground)
    return ConformanceRun(
      launcher, controls: try ControlRuns(on: ground, sandbox: try sandbox(ground)), on: ground,
      width: width)
  }

  /// A promise with one call, for tests of the runner itself.
  static func promise(_ call: ProbeCall, kind: Promise.Kind = .refusal) -> Promise {
    Promise(
      "LH-NET-999", .network, "A test's own promise", why: "It is a test.", fix: "Nothing.",
      kind: kind, calls: [call])
  }
}
