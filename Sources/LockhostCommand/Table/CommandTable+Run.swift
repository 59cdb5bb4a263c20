// SPDX-License-Identifier: MIT

extension CommandTable {
  static let lockStateFlags: [Flag] = [
    Flag(
      "locked", .state, exclusiveSet: "lock state", "the device is locked",
      """
      The device is locked, for this launch only. Without one of the three state flags the \
      device's stored state decides, which `lockhost lock` and `lockhost unlock` change.
      """),
    Flag(
      "authenticated", .state, exclusiveSet: "lock state",
      "the face has matched, the lock screen is still up",
      """
      The face has matched but the lock screen is still up, for this launch only. The extension \
      starts, as when locked.
      """),
    Flag(
      "unlocked", .state, exclusiveSet: "lock state", "the device is unlocked",
      "The device is unlocked, for this launch only. The app starts, not the extension."),
  ]

  static let runVerbs: [Verb] = [
    Verb(
      "launch", .run, operands: [.init("APP", .file, isOptional: true)],
      flags: lockStateFlags + [
        Flag(
          "from",
          value: .choice(
            ["lock-screen", "control-center", "action-button", "camera-control", "app-icon"]),
          .state, "where the person starts it from (lock-screen)"),
        Flag(
          "require", value: .choice(["extension", "app"]), .decision,
          "exit 10 and start nothing when the device decides otherwise",
          """
          Exit 10 and start nothing when the device would start something else, and show the rule \
          that decided. Without it, whatever the device decides is started and recorded.
          """),
        Flag(
          "dry-run", .decision, "decide and explain, but start nothing",
          """
          Decide, print every rule in order with what it looked at and the policy that the guest \
          would get, and start nothing.
          """),
        Flag(
          "do", value: .text("SCRIPT"), .drive, "drive the session by steps; @FILE reads them",
          """
          Drive the session by steps, separated by `;` or newlines; `@FILE` reads them from a file \
          and `@-` from standard input. See SCRIPTS. When the last step is done and the session \
          still runs, it is dismissed.
          """),
        Flag(
          "step-timeout", value: .duration, .drive, "how long a step may wait (30s)",
          """
          How long a step of a script may wait for what it needs, 30s unless said otherwise. \
          `wait end` waits for as long as the session lives.
          """),
        Flag(
          "camera", value: .text("SOURCE"), .drive, "what the camera sees (pattern)",
          """
          What the camera sees: `pattern` moves and has the frame's number burned in, \
          `color:#RRGGBB` is one colour; or a JPEG or PNG file, a folder of them, a film by its name \
          (`.avi` with Motion JPEG, `.y4m`), or a capture device (`v4l2:/dev/video0`).
          """),
        Flag(
          "auth", value: .choice(["pass", "fail", "cancel", "ask"]), .drive,
          "how every request to unlock is answered",
          """
          How every request to unlock is answered when neither a script nor a key does. Without \
          it, and without a terminal, requests are cancelled. `ask` lets them wait for \
          `lockhost activity accept` or `reject` from elsewhere, for as long as --auth-timeout says.
          """),
      ] + lifeFlags + [
        Flag(
          "tier", value: .choice(["full", "no-userns", "floor"]), .sandbox,
          "exactly this tier, or exit 69",
          """
          Exit 69 unless the sandbox can be made in this tier. Without it, the best tier that \
          this machine gives is taken and recorded. `lockhost doctor` explains the tiers.
          """),
        Flag(
          "watchdog", value: .duration, .sandbox, "how long the extension has to become a camera",
          """
          How long the extension has, from the start of its scene, to run a camera session and \
          to handle the buttons; 10s unless said otherwise.
          """),
        Flag(
          "json-output", value: .file, .output, "write the exit record to FILE as well",
          """
          Write the exit record to FILE as well, whole or not at all. A device or a FIFO is written \
          to; a FIFO needs its reader first.
          """),
      ],
      "start an app's extension, or the app, as the device decides",
      """
      Decides from the lock state, the entry point, the permissions and the bundles whether the \
      capture extension, the app or nothing starts; starts it in its sandbox; gives it a camera \
      and the phone's buttons; and at the end kills what is left, wipes its container, hands over \
      what it captured and writes a record.

      APP is an installed bundle id or a path to a .app. Without it, it is the device's camera \
      app, which is the sample that ships with lockhost until another is installed as the default.

      On a terminal the keys are the phone's buttons, and one line names them and shows how long \
      the watchdog still waits. Elsewhere `--do` drives the session; without it the session runs \
      until it ends by itself. Ctrl-C dismisses the session; Ctrl-C again kills it. Both still \
      wipe and record.

      What the guest writes goes to standard error: lines after `guest:` are its standard output, \
      lines after `guest!` its standard error.
      """,
      examples: [
        .init(
          "Take a photo of a picture from the locked screen",
          "lockhost launch --locked --camera cat.jpg "
            + "--do 'wait ready; press camera-control; wait photo; dismiss' --json"),
        .init(
          "Why does the app open instead of my extension?",
          "lockhost launch My.app --locked --require extension --dry-run"),
        .init(
          "Open the app from the locked screen, and let the face match",
          "lockhost launch My.app --locked --do 'wait ready; press volume-up; auth pass; wait end'"),
      ]),
    Verb(
      "exec", .run, takesCommand: true,
      flags: [
        Flag(
          "policy", value: .text("POLICY"), .sandbox,
          "a built-in policy, or a policy file",
          """
          The policy: `capture` (the default), `app`, `control`, `compute` or `program`, or the \
          path of a policy file, which has a slash or a dot in it.
          """),
        Flag(
          "read", value: .file, .sandbox, isRepeatable: true, "let the program read PATH",
          "Let the program read this file or folder, at the same path. May be given again."),
        Flag(
          "write", value: .file, .sandbox, isRepeatable: true, "let the program write PATH",
          """
          Let the program read and write this file or folder, at the same path. May be given again.
          """),
        Flag(
          "limit", value: .text("NAME=VALUE"), .sandbox, isRepeatable: true,
          "lower a limit: memory=256M, time=5s, …",
          """
          Set a limit: `memory=256M` of all its processes together, `processes=8`, `files=64`, \
          `file-size=16M`, `cpu=2s`, or `time=5s` for the clock on the wall. May be given again.
          """),
        Flag(
          "env", value: .text("K=V"), .sandbox, isRepeatable: true,
          "set a variable in the program's environment",
          "Set a variable in the program's environment, which is otherwise nearly empty."),
        Flag(
          "proc", .sandbox, "show the program a /proc of its own processes",
          """
          Show the program a /proc with its own processes and nothing of the kernel. Without this \
          flag there is none.
          """),
        Flag(
          "tier", value: .choice(["full", "no-userns", "floor"]), .sandbox,
          "exactly this tier, or exit 69"),
      ],
      "run any program inside the capture extension's sandbox",
      """
      Runs a program in the sandbox that a capture extension gets, without a camera or any other \
      service: to see what the sandbox refuses. Standard output and standard error pass through; \
      standard input too where it is redirected, through a pipe; a terminal is not passed on. So it \
      may be read further than the program reads it: in a loop over a file give it `< /dev/null`. When \
      nobody reads the output any more, or nothing takes it, the program's next write is a broken pipe: \
      what it does about that, and its status, are its own. Ctrl-Z stops the program too, and \
      `fg` lets it go on; `--limit time` counts meanwhile. \
      A dynamic program also sees the libraries that its loader needs, read-only.

      At the end every refused call is listed on standard error. The exit status is the program's \
      own, 128+n when signal n ended it, 159 when the filter did, 124 when `--limit time` ran out, \
      125 when it could not be started, 126 when it is not executable, 127 when there is none, and 1 \
      instead of 0 when the output could not be written.
      """,
      examples: [
        .init("See that there is no network", "lockhost exec -- curl https://example.com"),
        .init(
          "Run an interpreter, which reads its own library",
          "lockhost exec --policy program --read /usr -- /usr/bin/python3 -c 'print(1)'"),
        .init(
          "Let a program read one folder and use little memory",
          "lockhost exec --read ./data --limit memory=64M -- wc -c ./data/large.bin"),
      ]),
    Verb(
      "explain", .run, operands: [.init("WHAT", .text("WHAT"), isOptional: true)],
      "explain an error code, a session, or what the device would start",
      """
      WHAT is a code such as LH2001, a session's id (or `last`), or an installed bundle's id. For \
      a code: what it means, why it happens and what to do. For a session: the decision rule by \
      rule, the timeline, what ended it and what to do. For a bundle: what would start now, and \
      why. Without WHAT, all codes are listed.
      """,
      examples: [
        .init("What does the code mean?", "lockhost explain LH2001"),
        .init("Why did my last session end?", "lockhost explain last"),
      ]),
    Verb(
      "lock", .run, "lock the device",
      "Locks the device and stores that. Sessions that run go on.",
      examples: [.init("Lock the device", "lockhost lock")]),
    Verb(
      "unlock", .run,
      flags: [
        Flag(
          "auth", value: .choice(["pass", "fail", "cancel"]), .state,
          "how the authentication goes (pass)",
          """
          How the authentication goes. `fail` and `cancel` leave the device as it is and exit 75.
          """)
      ],
      "unlock the device",
      """
      Unlocks the device and stores that: from now on the app starts, not the extension. \
      The first unlock also ends the state before first unlock.
      """,
      examples: [
        .init("Unlock the device", "lockhost unlock"),
        .init("A face that does not match", "lockhost unlock --auth fail"),
      ]),
    Verb(
      "state", .run,
      operands: [
        .init(
          "STATE",
          .choice(["before-first-unlock", "locked", "authenticated", "unlocked"]),
          isOptional: true)
      ],
      "show the device's lock state, or set it",
      """
      Shows the device's lock state and its settings. With STATE, sets it, which reaches the two \
      states that `lock` and `unlock` do not: before the first unlock after a start, and with the \
      face matched but the lock screen still up.
      """,
      examples: [
        .init("Show it", "lockhost state"),
        .init("The face has matched, the lock screen is up", "lockhost state authenticated"),
      ]),
  ]
}
