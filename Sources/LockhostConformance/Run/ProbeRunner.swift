// SPDX-License-Identifier: MIT

/// Runs one call in one launcher, with canaries and a nonce of its own.
struct ProbeRunner: Sendable {
  /// What came of it.
  struct Run: Sendable {
    let answer: Answer
    let touched: [Canary: String]
    /// Canaries that this machine cannot have.
    let missing: [Canary: String]
    let refusals: [String]
    let duration: Duration
  }

  /// How long what is awaited may take on a machine that is busy with something else.
  private static let patience = Duration.seconds(10)

  let ground: ProbeGround

  /// Runs it.
  ///
  /// - Parameters:
  ///   - changes: What lockhost's own launcher does differently, beyond the call's own changes.
  ///   - awaited: Canaries that are to be touched. What a probe did may be seen only a moment after its
  ///     end: a process that was killed still has to run once to die.
  func run(
    _ call: ProbeCall, in launcher: any ProbeLauncher, changes: [SandboxChange] = [],
    awaiting awaited: Set<Canary> = []
  ) async -> Run {
    let canaries = CanarySet(call.canaries, in: ground.scratch, probe: ground.probe)
    let nonce = Nonce.make()
    let arguments = call.arguments.map { filled($0, canaries) }
    let request = ProbeRequest(
      words: ["--nonce", nonce, call.probe] + arguments, canaries: canaries,
      changes: call.changes + changes, deadline: call.deadline)
    let launched = await launcher.launch(request)
    let answer = ProbeOutput(launched: launched, probe: call.probe, nonce: nonce).answer
    var touched = canaries.touched(output: launched.output, survivors: launched.survivors)
    let deadline = ContinuousClock.now.advanced(by: Self.patience)
    if case .done = answer {
      while !awaited.isSubset(of: touched.keys), ContinuousClock.now < deadline {
        guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { break }
        touched.merge(
          canaries.touched(output: launched.output, survivors: launched.survivors)
        ) { first, _ in first }
      }
    }
    return Run(
      answer: answer.replacing(canaries.names + [(ground.scratch.path, "{scratch}")]),
      touched: touched,
      missing: canaries.missing, refusals: launched.refusals, duration: launched.duration)
  }

  private func filled(_ argument: String, _ canaries: CanarySet) -> String {
    switch Placeholder(rawValue: argument) {
    case .probe: return argument
    case .hostProbe: return ground.probe
    case .hostProcess: return String(ProcessNumbers.own)
    case nil: break
    }
    var text = argument
    for canary in Canary.allCases where text.contains(canary.placeholder) {
      let parts = text.split(separator: canary.placeholder, omittingEmptySubsequences: false)
      text = parts.joined(separator: canaries.value(canary) ?? "-")
    }
    return text
  }
}
