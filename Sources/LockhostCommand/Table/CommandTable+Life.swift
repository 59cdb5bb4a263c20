// SPDX-License-Identifier: MIT

import Lockhost

/// What concerns sessions while they run: open requests, failures, debugging, faults.
extension CommandTable {
  static let lifeFlags: [Flag] = [
    Flag(
      "auth-timeout", value: .duration, .drive, "how long a request to unlock waits (30s)",
      """
      How long a request to unlock waits for its answer; then it counts as cancelled. 30s unless \
      said otherwise.
      """),
    Flag(
      "idle", value: .duration, .drive, "dismiss the extension when nobody touches it for so long",
      """
      Dismiss the extension, once it is ready, when no button, tap or script's step has touched the \
      phone for so long. Without it the extension stays for as long as the session is not ended.
      """),
    Flag(
      "fault", value: .text("NAME[=DURATION]"), .drive, isRepeatable: true,
      "ask for a mistake of the real system, or for bad luck",
      "Ask for a mistake of the real system, or for bad luck; may be given again. "
        + Fault.Kind.allCases.map { "`\($0.usage)`: \($0.meaning)." }.joined(separator: " ")),
    Flag(
      "wait-for-debugger", .sandbox, "stop before the first instruction, and print how to attach",
      """
      Stop the guest before its first instruction, print the line that attaches gdb, and wait. The \
      watchdog is paused for this session.
      """),
  ]

  static let lifeVerbs: [Verb] = [
    Verb(
      "activity list", .look, "list open requests: what waits, and what was asked",
      """
      Lists what extensions asked to open their apps for: first the requests of running sessions \
      that wait for an answer, then those of past sessions with what came of them, newest first. \
      A request is named by its session and its number in it: SESSION/1.
      """,
      examples: [.init("List them", "lockhost activity list")]),
    Verb(
      "activity show", .look, operands: [.init("ACTIVITY", .text("SESSION/N"))],
      "show what an extension asked to open its app for",
      """
      Shows an activity with its dictionary. ACTIVITY is a session's id, the start of one, or \
      `last`, with a slash and the request's number; without a number it is the first.
      """,
      examples: [.init("The last one, as JSON", "lockhost activity show last/1 --json")]),
    Verb(
      "activity accept", .run, operands: [.init("ACTIVITY", .text("SESSION/N"), isOptional: true)],
      "let the face match, and the app open",
      """
      Answers a request that waits in a running session, from any terminal: the face matches, the \
      device is unlocked, the app opens. Waits for what comes of it. Without ACTIVITY it is the one \
      request that waits. A launch without a terminal and without a script that answers waits only \
      with `--auth ask`.
      """,
      examples: [
        .init("Launch, and answer from elsewhere", "lockhost launch --auth ask & sleep 5"),
        .init("Accept what waits", "lockhost activity accept"),
      ]),
    Verb(
      "activity reject", .run, operands: [.init("ACTIVITY", .text("SESSION/N"), isOptional: true)],
      "turn away from the request to unlock",
      """
      Answers a request that waits in a running session: the person turns away, and the extension \
      hears that authentication failed.
      """,
      examples: [.init("Reject what waits", "lockhost activity reject")]),
    Verb(
      "quarantine list", .device, "list the extensions that fail again and again",
      """
      Lists the extensions whose launches failed of late, and which of them are not started for a \
      while: after three failures within five minutes for a minute, after each further one for twice \
      as long, up to an hour. An extension that becomes ready, or is built anew, starts afresh.
      """,
      examples: [.init("List them", "lockhost quarantine list")]),
    Verb(
      "quarantine lift", .device, operands: [.init("ID", .text("ID"), isOptional: true)],
      "let an extension start again",
      """
      Forgets an extension's failures, so that it starts again at once. ID is the extension's bundle \
      id; without it, all are forgotten.
      """,
      examples: [.init("Let it start", "lockhost quarantine lift org.example.camera.capture")]),
    Verb(
      "debug", .run, operands: [.init("NAME", .text("NAME"))],
      flags: [
        Flag(
          "next", .sandbox, "stop the next launch before its first instruction",
          """
          Stop the next launch of the extension before its first instruction, whoever launches it; \
          it then prints the line that attaches a debugger, and pauses its watchdog.
          """),
        Flag("cancel", .sandbox, "take a `--next` back"),
      ],
      "attach a debugger to a running extension, or to its next launch",
      """
      Prints the line that attaches gdb to a running extension or app. NAME is the name or bundle id \
      of an extension, or of its app. With `--next`, the next launch is stopped before its first \
      instruction.
      """,
      examples: [
        .init("Stop the next launch", "lockhost debug CameraSampleCapture --next"),
        .init("Attach to what runs", "lockhost debug CameraSampleCapture"),
      ]),
  ]
}

extension Fault.Kind {
  /// The name with what may follow.
  package var usage: String {
    ordinaryDuration == nil ? rawValue : "\(rawValue)[=DURATION]"
  }
}
