// SPDX-License-Identifier: MIT

/// The forms that most calls of the catalogue have.
extension ProbeCall {
  /// One system call with arguments that only the kernel's own code refuses.
  ///
  /// Inside it must be the filter that answers; outside, and with the filter taken away, it is the kernel.
  ///
  /// - Parameter errors: What the kernel says to these arguments; none for a call that it makes.
  static func reach(_ call: String, _ errors: String...) -> ProbeCall {
    ProbeCall(
      "reach-" + call, accepts: Acceptance.byFilter, control: kernelAnswer(errors),
      ablation: [.withoutFilter])
  }

  /// The same, of a call for which the kernel asks for a right before it looks at anything.
  ///
  /// An ordinary user cannot tell that refusal from the filter's.
  static func guarded(_ call: String, _ errors: String...) -> ProbeCall {
    ProbeCall(
      "reach-" + call, accepts: Acceptance.byFilterOrRight, control: kernelAnswer(errors),
      userControl: .none(
        because: "the kernel asks an ordinary user for a right before anything else")
    )
  }

  /// The same, of a call that has an answer of its own for programs which can do without it.
  static func newer(_ call: String, _ errors: String...) -> ProbeCall {
    ProbeCall(
      "reach-" + call, accepts: [.init(.errors("ENOSYS"), by: .filter)],
      control: kernelAnswer(errors))
  }

  /// A call by the 32-bit entry, which ends the guest.
  static func foreign(_ probe: String, _ errors: String...) -> ProbeCall {
    ProbeCall(
      probe, accepts: [.init(.signal(31), by: .filter)], control: kernelAnswer(errors),
      ablation: [.withoutFilter])
  }

  /// Something that works outside, for everybody, and that the filter refuses.
  static func filtered(
    _ probe: String, _ arguments: [String] = [], witnesses: Set<Canary> = [],
    canaries: Set<Canary> = [], userControl: Control? = nil
  ) -> ProbeCall {
    ProbeCall(
      probe, arguments, canaries: canaries, witnesses: witnesses, accepts: Acceptance.byFilter,
      userControl: userControl)
  }

  /// Something that has to work inside.
  static func works(_ probe: String, _ arguments: String...) -> ProbeCall {
    ProbeCall(probe, arguments, accepts: Acceptance.done)
  }

  /// Something that is only told.
  static func tells(_ probe: String, _ arguments: String...) -> ProbeCall {
    ProbeCall(probe, arguments, accepts: [], control: .none(because: "only told"))
  }

  /// A value that is read inside, and what it has to be.
  static func value(
    _ probe: String, _ arguments: String..., is value: String, by layer: Layer,
    control: Control = .differs, changes: [SandboxChange] = []
  ) -> ProbeCall {
    ProbeCall(
      probe, arguments, accepts: [.init(.doneSaying(value), by: layer)], control: control,
      changes: changes)
  }

  /// A kernel without the call has nothing to protect, and says so.
  private static func kernelAnswer(_ errors: [String]) -> Control {
    errors.isEmpty ? .succeeds : .answers(.errors(Set(errors + ["ENOSYS"])))
  }
}

extension Acceptance {
  /// The filter, or a capability that is missing: the kernel gives the same error for that.
  static let byFilterOrRight: [Acceptance] = [
    .init(.signal(31), by: .filter),
    .init(.errors("EPERM", "ENOSYS", "EACCES"), by: .filter, .capability),
  ]
  /// The object does not exist inside, or Landlock does not let it be opened.
  static let byAbsenceOrLandlock: [Acceptance] =
    byAbsence + [.init(.errors("EACCES", "EXDEV"), by: .landlock, .mount)]
  /// The mount is read-only, or Landlock says that it may not be written.
  static let byAbsenceOrMount: [Acceptance] =
    byAbsenceOrLandlock + [.init(.errors("EROFS"), by: .mount)]
  /// Another process is none that can be named, or the filter does not pass the call.
  static let byFilterOrNamespace: [Acceptance] =
    byFilter + [.init(.errors("ESRCH"), by: .namespace)]
  /// A limit, or a file system that is full.
  static let byLimit: [Acceptance] = [
    .init(
      .errors("EMFILE", "ENFILE", "EAGAIN", "ENOMEM", "EFBIG", "ENOSPC", "EDQUOT"), by: .limit)
  ]
}
