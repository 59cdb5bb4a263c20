// SPDX-License-Identifier: MIT

/// From a verb's name to what it does.
package enum VerbDispatch {
  private typealias Action =
    @Sendable (CommandContext) async throws(CommandFailure) -> Int32

  /// Every verb with its action; a test compares the names with the table.
  private static let actions: [String: Action] = [
    "launch": LaunchVerb.run,
    "exec": ExecVerb.run,
    "explain": ExplainVerb.run,
    "lock": StateVerbs.lock,
    "unlock": StateVerbs.unlock,
    "state": StateVerbs.state,
    "build": BuildVerb.run,
    "install": AppVerbs.install,
    "uninstall": AppVerbs.uninstall,
    "list": AppVerbs.list,
    "info": AppVerbs.info,
    "doctor": DoctorVerb.run,
    "sessions list": SessionsVerbs.list,
    "sessions show": SessionsVerbs.show,
    "sessions clear": SessionsVerbs.clear,
    "photos list": PhotosVerbs.list,
    "photos show": PhotosVerbs.show,
    "photos clear": PhotosVerbs.clear,
    "photos export": PhotosVerbs.export,
    "policy show": PolicyShowVerb.run,
    "policy explain": PolicyExplainVerb.run,
    "policy diff": PolicyDiffVerb.run,
    "policy lint": PolicyLintVerb.run,
    "policy score": PolicyScoreVerb.run,
    "policy record": PolicyRecordVerb.run,
    "privacy list": PrivacyVerbs.list,
    "privacy grant": PrivacyVerbs.grant,
    "privacy revoke": PrivacyVerbs.revoke,
    "conformance": ConformanceVerb.run,
    "conformance merge": ConformanceReportVerbs.merge,
    "conformance compare": ConformanceReportVerbs.compare,
    "activity list": ActivityVerbs.list,
    "activity show": ActivityVerbs.show,
    "activity accept": ActivityVerbs.accept,
    "activity reject": ActivityVerbs.reject,
    "quarantine list": QuarantineVerbs.list,
    "quarantine lift": QuarantineVerbs.lift,
    "debug": DebugVerb.run,
    "privacy reset": PrivacyVerbs.reset,
    "check": CheckVerb.run,
    "controls list": ControlsVerbs.list,
    "controls show": ControlsVerbs.show,
    "controls assign": ControlsVerbs.assign,
    "controls press": ControlsVerbs.press,
    "completions": HelpVerb.completions,
    "help": HelpVerb.run,
    "__generate": HelpVerb.generate,
  ]

  /// The names of the verbs that have an action.
  package static var names: Set<String> { Set(actions.keys) }

  /// Runs a verb, or prints the help that was asked for.
  package static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let verb = context.command.verb
    switch context.command.help {
    case .short:
      context.terminal.data(HelpText.short(verb))
      return ExitStatus.success
    case .long:
      context.terminal.data(HelpText.long(verb))
      return ExitStatus.success
    case .none:
      guard let action = actions[verb.name] else {
        throw CommandFailure(
          code: "LH9001", "the verb `\(verb.name)` does nothing", exitStatus: ExitStatus.software)
      }
      return try await action(context)
    }
  }
}
