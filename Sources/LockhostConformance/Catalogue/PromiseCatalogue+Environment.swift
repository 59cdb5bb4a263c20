// SPDX-License-Identifier: MIT

import LockhostSandbox

extension PromiseCatalogue {
  private static let same = Control.none(
    because: "outside it may well be the same; what is read inside is the proof")
  private static let own = Control.none(because: "only lockhost's guests are given it")

  static let terminal: [Promise] = [
    Promise(
      "LH-TTY-001", .terminal, "The guest cannot type into a terminal",
      why: "What is pushed into a terminal is run by the person's shell when the guest is gone.",
      references: ["CVE-2017-5226", "CVE-2019-10063"],
      fix: "Refuse TIOCSTI, and give the guest no terminal.", severity: .high,
      calls: [
        .reach("terminal-push", "EBADF"),
        ProbeCall(
          "tiocsti", accepts: Acceptance.byFilter,
          control: .answers(.errors("ENOTTY", "EIO", "EPERM")), ablation: [.withoutFilter]),
      ]),
    Promise(
      "LH-TTY-002", .terminal, "The guest cannot paste into the console",
      why: "The same, by the console's own clipboard.",
      references: ["CVE-2023-28100", "CVE-2023-1523"],
      fix: "Refuse TIOCLINUX.", severity: .high, calls: [.reach("terminal-paste", "EBADF")]),
    Promise(
      "LH-TTY-003", .terminal, "The guest cannot set up, take or leave a terminal",
      why:
        "Line disciplines are drivers for whoever asks; a console can be turned away from its user.",
      references: ["CVE-2017-2636"],
      fix: "Admit the few requests of ioctl(2) that ask and set nothing.",
      calls: [
        .reach("terminal-own", "EBADF"), .reach("terminal-leave", "EBADF"),
        .reach("terminal-discipline", "EBADF"), .reach("terminal-console", "EBADF"),
        .reach("terminal-group", "EBADF"), .reach("terminal-settings", "EBADF"),
        .reach("terminal-size", "EBADF"), .reach("terminal-switch", "EBADF"),
        .reach("terminal-keyboard", "EBADF"), .reach("terminal-hangup", "EBADF"),
        .reach("terminal-exclusive", "EBADF"),
      ]),
    Promise(
      "LH-TTY-004", .terminal, "The guest has no terminal",
      why: "A terminal is the person's keyboard and screen.",
      references: ["bubblewrap #555", "CVE-2025-52565"],
      fix: "Start the guest in a session of its own with pipes for its output.", severity: .high,
      calls: [
        ProbeCall(
          "open-any", ["{terminal}"], canaries: [.terminal],
          accepts: Acceptance.byAbsenceOrLandlock),
        ProbeCall(
          "own-terminal", canaries: [.terminal], accepts: Acceptance.byAbsenceOrLandlock,
          control: .differs),
        ProbeCall(
          "terminal", canaries: [.terminal], accepts: [.init(.errors("ENOTTY"), by: .supervisor)]),
      ]),
  ]

  static let environment: [Promise] = [
    Promise(
      "LH-ENV-001", .environment, "The guest has the variables it was given and no other",
      why: "Tokens, proxies and paths of the person are variables.",
      references: ["CVE-2021-21261", "clawpatrol #681"],
      fix: "Make the environment from nothing.", severity: .high,
      calls: [
        ProbeCall(
          "variables-beside",
          [
            "HOME", "CFFIXED_USER_HOME", "TMPDIR", "PATH", "LANG", "SWIFT_ROOT", "SWIFT_BACKTRACE",
            "LIBDISPATCH_LOG", "LOCKHOST_PROTOCOL", "PWD", "container",
          ], canaries: [.variable], accepts: Acceptance.byAbsence),
        ProbeCall(
          "variable", ["LOCKHOST_CANARY"], witnesses: [.variable], accepts: Acceptance.byAbsence),
      ]),
    Promise(
      "LH-ENV-002", .environment, "No variable steers the guest's loader, allocator or libraries",
      why: "Such a variable is code of somebody else's choice.",
      references: ["CVE-2021-21261", "CVE-2019-14271"],
      fix: "Pass no variable on.", severity: .high,
      calls: [
        ProbeCall(
          "variables-steering", accepts: Acceptance.byAbsence,
          control: .loosened([.variable("LD_PRELOAD", value: "/nothing")], .done))
      ]),
    Promise(
      "LH-ENV-003", .environment, "The guest has the descriptors it was given and no other",
      why: "A folder, a socket or a pidfd that was left open is a way out past every other layer.",
      references: ["CVE-2024-21626", "CVE-2016-9962", "flatpak #6582", "bubblewrap PR #221"],
      fix: "Close everything above the last descriptor that was meant.", severity: .high,
      calls: [
        ProbeCall(
          "descriptors-above", ["3"], canaries: [.descriptor],
          accepts: [.init(.errors("EBADF"), by: .supervisor)]),
        ProbeCall(
          "read-descriptor", ["{descriptor}"], witnesses: [.descriptor],
          accepts: [.init(.errors("EBADF"), by: .supervisor)]),
        ProbeCall(
          "climb-descriptors", accepts: [.init(.errors("ENOTDIR"), by: .supervisor)], control: same),
      ]),
    Promise(
      "LH-ENV-004", .environment, "The guest's standard descriptors are what they should be",
      why: "A file or a terminal there is the host's.", references: ["bubblewrap #555"],
      fix: "Nothing to read, two pipes to write, and the wire.", needs: [.ownLauncher],
      calls: [
        .value("descriptor-kind", "0", is: "device 1:3", by: .supervisor, control: own),
        .value("descriptor-kind", "1", is: "pipe", by: .supervisor, control: own),
        .value("descriptor-kind", "2", is: "pipe", by: .supervisor, control: own),
        .value("descriptor-kind", "3", is: "socket", by: .supervisor, control: own),
      ]),
    Promise(
      "LH-ENV-005", .environment, "The guest starts in its container",
      why: "A working folder of the host is an open folder of the host.",
      references: ["CVE-2024-21626"],
      fix: "Change to a folder inside, and check it.", severity: .high,
      exceptions: [
        .floor: .init(
          "the container is a folder of the host, at the host's path", probes: "working-folder")
      ],
      needs: [.ownLauncher],
      calls: [.value("working-folder", is: "/container", by: .mount)]),
    Promise(
      "LH-ENV-006", .environment, "What the guest writes is readable by nobody else",
      why: "The session's folder outlives the guest, and others look into it.",
      fix: "Set the file mode mask to 077.", severity: .low,
      calls: [.value("umask", is: "077", by: .supervisor, control: same)]),
    Promise(
      "LH-ENV-007", .environment, "No signal is blocked or ignored when the guest starts",
      why: "A program that never hears SIGPIPE or SIGTERM behaves in ways nobody tested.",
      references: ["minijail reset tests", "nsjail CLEAR_SIGHAND"],
      fix: "Reset the mask and every handler.", severity: .low,
      calls: [
        ProbeCall(
          "signals-masked", accepts: [.init(.errors("ENOENT"), by: .supervisor)], control: same)
      ]),
  ]

  static let setup: [Promise] = [
    Promise(
      "LH-SET-001", .setup, "Nothing of the set-up can be used by the guest",
      why:
        "The filter admits one exec, on one descriptor: were it still open, it could be had again.",
      references: ["nsjail #131", "CVE-2016-9962"],
      fix:
        "Hold the program at a number that the limit on descriptors puts out of reach, and close it "
        + "on exec.",
      severity: .high, needs: [.ownLauncher],
      calls: [
        ProbeCall(
          "run-kept", accepts: [.init(.errors("EBADF"), by: .limit, .filter)],
          control: .none(because: "outside nothing is open to be run"))
      ]),
    Promise(
      "LH-SET-002", .setup, "The root in which the guest was set up cannot be written",
      why: "It was written during the set-up; what is there now must stay.",
      fix: "Make the root read-only when it is built.", needs: [.ownLauncher],
      calls: [
        ProbeCall(
          "create-file", ["/"], accepts: [.init(.errors("EROFS", "EACCES"), by: .mount, .landlock)],
          control: .none(because: "outside, root would leave a file in the machine's root")),
        ProbeCall(
          "create-folder", ["/"],
          accepts: [.init(.errors("EROFS", "EACCES"), by: .mount, .landlock)],
          control: .none(because: "outside, root would leave a folder in the machine's root")),
      ]),
  ]
}
