// SPDX-License-Identifier: MIT

/// One run of `lockhost-probe`, and what its answers mean.
///
/// Arguments may hold placeholders, which the runner fills: `{secret-file}` and the other names of
/// Canary, and those of Placeholder.
package struct ProbeCall: Hashable, Sendable {
  /// The probe's name.
  package var probe: String
  /// Its arguments.
  package var arguments: [String]
  /// What the host holds out meanwhile.
  ///
  /// One that is touched fails the promise, whatever the probe says.
  package var canaries: Set<Canary>
  /// Those of canaries that the control must touch; else the control shows nothing.
  package var witnesses: Set<Canary>
  /// The answers that satisfy the promise, the first that matches counts, and who gives them.
  package var accepts: [Acceptance]
  /// How it is shown that the answer is the sandbox's doing.
  package var control: Control
  /// The same for an ordinary user, where that differs: much fails outside without root as well.
  package var userControl: Control?
  /// What to take away so that the answer flips (`--ablate`); empty where nothing less than the whole
  /// sandbox does, which is the control.
  package var ablation: [SandboxChange]
  /// What lockhost's own launcher is to do differently for this call, such as to show `/proc`; other
  /// launchers run it as they are.
  package var changes: [SandboxChange]
  /// The longest it may take; generous, since what is late is inconclusive.
  package var deadline: Duration

  /// Writes a call down.
  package init(
    _ probe: String, _ arguments: [String] = [], canaries: Set<Canary> = [],
    witnesses: Set<Canary> = [], accepts: [Acceptance], control: Control = .succeeds,
    userControl: Control? = nil, ablation: [SandboxChange] = [], changes: [SandboxChange] = [],
    deadline: Duration = .seconds(30)
  ) {
    self.probe = probe
    self.arguments = arguments
    self.canaries = canaries.union(witnesses)
    self.witnesses = witnesses
    self.accepts = accepts
    self.control = control
    self.userControl = userControl
    self.ablation = ablation
    self.changes = changes
    self.deadline = deadline
  }

  /// The command line behind `lockhost-probe`, with its placeholders.
  package var text: String { ([probe] + arguments).joined(separator: " ") }
}
