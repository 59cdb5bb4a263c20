// SPDX-License-Identifier: MIT

extension BreakingCatalogue {
  static let files: [BreakingFixture] = [
    BreakingFixture(
      "LH-FILE-001", [.showsCanary(.secretFile, writable: false)],
      alsoBreaks: ["LH-FILE-004": "what can be read can be seen"]),
    BreakingFixture("LH-FILE-002", [.showsCanary(.writableFile, writable: true)]),
    BreakingFixture(
      "LH-FILE-003", [.showsCanary(.writableFolder, writable: true)],
      alsoBreaks: ["LH-WIPE-002": "its link leads to the same folder, which can be written now"]),
    BreakingFixture("LH-FILE-004", [.showsCanary(.unixListener, writable: false)]),
    .weak(
      "LH-FILE-005", "mounts-writable",
      alsoBreaks: [
        "LH-FILE-012": "read-only is one of the flags that the bundle's mount must have"
      ]),
    .weak("LH-FILE-006", "landlock"),
    BreakingFixture("LH-FILE-007", [.device("/dev/full")]),
    BreakingFixture("LH-FILE-008", [.shows(path: "/sys/class", writable: false)]),
    BreakingFixture("LH-FILE-009", [.shows(path: "/etc/hostname", writable: false)]),
    BreakingFixture("LH-FILE-010", [.shows(path: "/proc/version", writable: false)]),
    .weak("LH-FILE-011", "container-flags"),
    .weak("LH-FILE-012", "mount-flags"),
    .weak("LH-WIPE-001", "container-litter"),
    BreakingFixture(
      "LH-WIPE-002", [.showsCanary(.writableFolder, writable: true)],
      alsoBreaks: ["LH-FILE-003": "a folder that a link may be followed to is one to write into"]),
    BreakingFixture("LH-TTY-004", [.showsCanary(.terminal, writable: true)]),
  ]

  static let environment: [BreakingFixture] = [
    BreakingFixture("LH-ENV-001", [.passesVariable("LOCKHOST_CANARY")]),
    BreakingFixture(
      "LH-ENV-002", [.variable("LD_PRELOAD", value: "/nothing")],
      alsoBreaks: ["LH-ENV-001": "it is a variable that the guest was not to have"]),
    .weak("LH-ENV-003", "descriptors-kept"),
    .weak("LH-ENV-004", "error-null"),
    .weak("LH-ENV-005", "working-folder"),
    .weak("LH-ENV-006", "umask"),
    .weak("LH-ENV-007", "signals"),
    .weak(
      "LH-SET-001", "executable-kept",
      alsoBreaks: [
        "LH-ENV-003": "what can be run is a descriptor that is open"
      ]),
    .weak(
      "LH-SET-002", "root-writable",
      alsoBreaks: [
        "LH-FILE-006":
          "Landlock, which keeps the root from being listed, also keeps it from being written"
      ]),
  ]

  static let exhaustion: [BreakingFixture] = [
    BreakingFixture("LH-LIM-001", [.limit("openFiles", 2000)]),
    BreakingFixture("LH-LIM-002", [.limit("processes", 10_000)]),
    BreakingFixture("LH-LIM-003", [.limit("data", nil)]),
    BreakingFixture("LH-LIM-004", [.limit("fileSize", nil)]),
    BreakingFixture("LH-LIM-005", [.limit("containerBytes", 1 << 30)]),
    BreakingFixture("LH-LIM-006", [.limit("containerFiles", 100_000)]),
    BreakingFixture("LH-LIM-007", [.limit("lockedMemory", 64 << 20)]),
    BreakingFixture("LH-LIM-008", [.limit("stack", 16 << 20)]),
    BreakingFixture(
      "LH-BROK-001", [.withoutWire],
      alsoBreaks: [
        "LH-BROK-002": "without a wire nothing can be said on it, true or not",
        "LH-ENV-004": "the wire is one of the descriptors",
        "LH-WORK-012": "it is the wire that works",
      ]),
    // A success of sendmsg on the wire that never was.
    .head("LH-BROK-002", .answersOn(call: 46, descriptor: 3, 0)),
    .policy(
      "LH-SUP-001", "without tgkill",
      alsoBreaks: [
        "LH-WORK-011": "a guest signals itself as it aborts"
      ]),
    .weak(
      "LH-SUP-002", "error-closed",
      alsoBreaks: [
        "LH-ENV-004": "its error output is one of the descriptors",
        "LH-WORK-015": "its error output is where it writes",
      ]),
  ]

  static let work: [BreakingFixture] = [
    .policy("LH-WORK-001", "without flock"),
    .policy(
      "LH-WORK-002", "without clone",
      alsoBreaks: [
        "LH-ABI-007": "there is no second thread to try in",
        "LH-WIPE-002": "one of its probes needs a second thread",
      ]),
    .policy("LH-WORK-003", "without mremap"),
    .policy("LH-WORK-004", "without readlink readlinkat"),
    .policy("LH-WORK-005", "without clock_nanosleep"),
    .policy("LH-WORK-006", "without getrandom"),
    .policy("LH-WORK-007", "without select pselect6"),
    .policy("LH-WORK-008", "without epoll_ctl"),
    .policy("LH-WORK-009", "without timerfd_settime"),
    .policy(
      "LH-WORK-010", "without fcntl",
      "fcntl: command in {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL}"),
    .policy("LH-WORK-011", "without signalfd signalfd4"),
    .policy("LH-WORK-012", "without getsockopt"),
    .policy("LH-WORK-013", "without sysinfo"),
    .policy("LH-WORK-014", "without copy_file_range"),
    .weak(
      "LH-WORK-015", "input-closed",
      alsoBreaks: [
        "LH-ENV-004": "its input is one of the descriptors"
      ]),
    .weak(
      "LH-WORK-016", "session-read-only",
      alsoBreaks: [
        "LH-FILE-012": "writable is what the session's folder must be"
      ]),
  ]
}
