// SPDX-License-Identifier: MIT

/// Runs controls, and each that needs no canary only once.
package actor ControlRuns {
  private let ground: ProbeGround
  private let outside: any ProbeLauncher
  /// lockhost's own sandbox, for controls that must not be run outside.
  private let sandbox: SandboxLauncher?
  private var known: [String: Task<ProbeRunner.Run, Never>] = [:]

  /// - Parameter sandbox: nil where this machine can make none.
  package init(on ground: ProbeGround, sandbox: SandboxLauncher?) throws(ConformanceError) {
    self.ground = ground
    self.sandbox = sandbox
    outside = try CommandLauncher(LaunchTemplate(words: ["{probe}"]), name: "none", on: ground)
  }

  /// The probe outside, as this user.
  func outside(_ call: ProbeCall) async -> ProbeRunner.Run {
    await once("outside \(call.text)", call, in: outside, [])
  }

  /// The probe in lockhost's own sandbox with something opened; nil where there is none.
  func loosened(_ call: ProbeCall, _ changes: [SandboxChange]) async -> ProbeRunner.Run? {
    guard let sandbox else { return nil }
    return await once("\(changes) \(call.changes) \(call.text)", call, in: sandbox, changes)
  }

  private func once(
    _ key: String, _ call: ProbeCall, in launcher: any ProbeLauncher, _ changes: [SandboxChange]
  ) async -> ProbeRunner.Run {
    let runner = ProbeRunner(ground: ground)
    guard call.canaries.isEmpty else {
      return await runner.run(
        call, in: launcher, changes: changes, awaiting: call.witnesses)
    }
    if let task = known[key] { return await task.value }
    let task = Task { await runner.run(call, in: launcher, changes: changes) }
    known[key] = task
    return await task.value
  }
}
