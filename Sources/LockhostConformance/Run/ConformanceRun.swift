// SPDX-License-Identifier: MIT

import LockhostSandbox
import LockhostSystem

/// One run of the suite against one launcher.
package struct ConformanceRun: Sendable {
  /// What is tried.
  package let launcher: any ProbeLauncher
  /// How many probes run at once.
  package var width: Int
  /// Whether each layer is taken away as well, to see the verdict flip; lockhost's own launcher only.
  package var ablates = false

  private let ground: ProbeGround
  private let controls: ControlRuns

  /// Prepares a run.
  package init(
    _ launcher: any ProbeLauncher, controls: ControlRuns, on ground: ProbeGround, width: Int
  ) {
    self.launcher = launcher
    self.controls = controls
    self.ground = ground
    self.width = max(width, 1)
  }

  /// Asks for promises, and tells of each verdict as it comes.
  ///
  /// - Returns: One verdict for each promise, in the order in which they were given. Cancelling the
  ///   task leaves out what was not decided yet.
  package func verdicts(
    of promises: [Promise], progress: @escaping @Sendable (Verdict) -> Void = { _ in }
  ) async -> [Verdict] {
    await withTaskGroup(of: (Int, Verdict).self) { group in
      var next = 0
      var decided: [Int: Verdict] = [:]
      func add(to group: inout TaskGroup<(Int, Verdict)>) {
        guard next < promises.count, !Task.isCancelled else { return }
        let (index, promise) = (next, promises[next])
        next += 1
        group.addTask { (index, await verdict(of: promise)) }
      }
      for _ in 0..<width { add(to: &group) }
      while let (index, verdict) = await group.next() {
        if Task.isCancelled { continue }
        decided[index] = verdict
        progress(verdict)
        add(to: &group)
      }
      return decided.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Asks for one promise.
  package func verdict(of promise: Promise) async -> Verdict {
    if let need = promise.needs.first(where: { !$0.isMet(launcher) }) {
      return Verdict(promise, .skipped, reason: need.reason)
    }
    var results: [CallResult] = []
    for call in promise.calls {
      let control = CurrentUser.isRoot ? call.control : call.userControl ?? call.control
      if launcher.isOpen, !control.isHarmlessOutside { continue }
      results.append(await result(of: call, control, in: promise))
    }
    guard !results.isEmpty else {
      return Verdict(promise, .skipped, reason: "not tried without a sandbox: it may do harm")
    }
    return Verdict(promise, results, tier: launcher.tier)
  }

  private func result(
    of call: ProbeCall, _ control: Control, in promise: Promise
  ) async -> CallResult {
    let runner = ProbeRunner(ground: ground)
    let inside = await runner.run(call, in: launcher)
    var outside: ProbeRunner.Run?
    if promise.kind == .refusal {
      switch control {
      case .succeeds, .answers, .differs: outside = await controls.outside(call)
      case .loosened(let changes, _): outside = await controls.loosened(call, changes)
      case .none: break
      }
    }
    var ablated: ProbeRunner.Run?
    if ablates, launcher.tier != nil, !call.ablation.isEmpty {
      ablated = await runner.run(call, in: launcher, changes: call.ablation)
    }
    return CallJudge(
      promise: promise, call: call, control: control, inside: inside, outside: outside,
      ablated: ablated
    ).result
  }
}

extension Control {
  /// Whether the probe may be run where nothing holds it.
  var isHarmlessOutside: Bool {
    switch self {
    case .succeeds, .answers, .differs: true
    case .loosened, .none: false
    }
  }
}

extension HostNeed {
  /// Whether this machine, this user and this launcher have it.
  func isMet(_ launcher: any ProbeLauncher) -> Bool {
    switch self {
    case .root: CurrentUser.isRoot
    case .ordinaryUser: !CurrentUser.isRoot
    case .ownLauncher: launcher.tier != nil
    case .namespaces: launcher.tier != nil && launcher.tier != .floor
    case .machine(let name): HostFacts.machine == name
    }
  }
}

extension Verdict {
  /// Puts the results of a promise's calls together.
  init(
    _ promise: Promise, _ results: [CallResult], tier: SandboxTier?,
    isRoot: Bool = CurrentUser.isRoot
  ) {
    let layers = results.reduce(into: Set<Layer>()) { $0.formUnion($1.layers) }
    let broken = results.filter { $0.judgement == .broken }
    let open = results.filter { $0.judgement == .inconclusive }
    func because(_ results: [CallResult]) -> String {
      guard let first = results.first else { return "" }
      let siblings =
        results.count < self.results.count
        ? " (\(results.count) of \(self.results.count) siblings)" : ""
      return "\(first.call): \(first.reason)\(siblings)"
    }
    self.init(promise, .passed, layers: layers, results: results)
    if promise.kind == .report {
      outcome = .reported
      reason = results.map { "\($0.call): \($0.inside.text)" }.joined(separator: "; ")
      return
    }
    let exception = tier.flatMap { promise.exceptions[$0] }
    let unexcused = broken.filter { exception?.excuses($0, asRoot: isRoot) != true }
    if !unexcused.isEmpty {
      outcome = .failed
      reason = because(unexcused)
    } else if !open.isEmpty {
      outcome = .inconclusive
      reason = because(open)
    } else if let exception, !broken.isEmpty {
      outcome = .documented
      reason = because(broken) + "; documented: \(exception.reason)"
    }
  }
}
