// SPDX-License-Identifier: MIT

import LockhostSandbox

extension PromiseCatalogue {
  static let information: [Promise] = [
    told(
      "001", "The guest can tell the kernel's version",
      why: "It says which holes to try.", calls: [.tells("leak-kernel")]),
    told(
      "002", "The guest can tell how busy the machine is",
      why: "Memory, uptime and the number of processes are the same for everybody.",
      calls: [.tells("leak-load"), .tells("leak-times")]),
    told(
      "003", "The guest can tell the processor",
      why: "An instruction says it; no filter sees it.",
      calls: [.tells("leak-processor"), .tells("leak-where")]),
    told(
      "004", "The guest can measure time to the nanosecond",
      why: "Side channels are measured with it.",
      calls: [.tells("leak-cycles"), .tells("leak-resolution"), .tells("vsyscall")]),
    told(
      "005", "The guest can tell when the machine was started",
      why: "Two guests know by it that they run on the same machine.", calls: [.tells("leak-boot")]),
    told(
      "006", "The guest can tell which pages of its program are in memory",
      why: "What others have run before says what they do.",
      calls: [.tells("leak-cache", "{probe}")]),
    told(
      "007", "Files that name the machine",
      why: "They are the same after every start, or the same until the next.",
      calls: [
        .tells("leak-line", "/etc/machine-id"),
        .tells("leak-line", "/proc/sys/kernel/random/boot_id"),
        .tells("leak-line", "/proc/version"), .tells("leak-line", "/etc/hostname"),
      ]),
    told(
      "008", "Files that tell of the machine's state",
      why: "Interrupts and counters are the work of others, seen from aside.",
      calls: [
        .tells("leak-line", "/proc/cpuinfo"), .tells("leak-line", "/proc/meminfo"),
        .tells("leak-line", "/proc/stat"), .tells("leak-line", "/proc/loadavg"),
        .tells("leak-line", "/proc/uptime"), .tells("leak-line", "/proc/interrupts"),
        .tells("leak-line", "/proc/cmdline"),
      ]),
    told(
      "009", "Files that tell of the guest's own process",
      why:
        "Mounts name folders of the host; the kind of speculation says whether the filter slows it.",
      calls: [
        .tells("leak-line", "/proc/self/mountinfo"), .tells("leak-line", "/proc/self/cgroup"),
        .tells("leak-line", "/proc/self/status"), .tells("domainname"),
      ]),
    told(
      "010", "How the guest is scheduled",
      why: "It can be compared with what was meant.",
      calls: [
        .tells("niceness"), .tells("scheduler"), .tells("session"), .tells("personality"),
        .tells("pid"), .tells("ppid"),
      ]),
  ]

  private static func told(
    _ number: String, _ sentence: String, why: String, calls: [ProbeCall]
  ) -> Promise {
    Promise(
      "LH-INFO-" + number, .information, sentence, why: why,
      fix: "Nothing has to be done: it is told so that nobody counts on its being hidden.",
      kind: .report, severity: .low, calls: calls)
  }

  static let work: [Promise] = [
    needed(
      "001", "The guest can write files in its container, and read its own program",
      fix: "Give the guest a writable folder of its own, and show it its bundle.",
      calls: [
        .works("write"), .works("work-files"), .works("work-folders"),
        .works("work-program", "{probe}"),
      ]),
    needed(
      "002", "The guest can start threads, and they can wait for each other",
      fix: "Admit clone(2) with a thread's flags, and futex(2).", calls: [.works("work-threads")]),
    needed(
      "003", "The guest can map, grow and protect memory",
      fix: "Admit the calls without PROT_EXEC.", calls: [.works("work-memory")]),
    needed(
      "004", "The guest can follow links inside its container", references: ["bubblewrap #801"],
      fix: "Refuse links that lead out, and not links.", calls: [.works("work-links")]),
    needed(
      "005", "The guest can read clocks and sleep", fix: "Admit the calls.",
      calls: [.works("work-clocks")]),
    needed(
      "006", "The guest can have random numbers", fix: "Admit getrandom(2).",
      calls: [.works("work-randomness")]),
    needed(
      "007", "The guest can use pipes and wait for several things",
      fix: "Admit pipe2(2), poll(2), select(2).", calls: [.works("work-pipes")]),
    needed(
      "008", "The guest can wait for events", fix: "Admit epoll and eventfd.",
      calls: [.works("work-events")]),
    needed(
      "009", "The guest can have timers", fix: "Admit timerfd.", calls: [.works("work-timers")]),
    needed(
      "010", "The guest can make and seal files in memory", fix: "Admit memfd_create(2).",
      calls: [.works("work-memory-files")]),
    needed(
      "011", "The guest can handle signals, and send them to its own threads",
      fix: "Admit rt_sigaction(2), signalfd4(2), tgkill(2).", calls: [.works("work-signals")]),
    needed(
      "012", "The guest can speak to the host", needs: [.ownLauncher],
      fix: "Leave the wire open, and admit messages on it.", calls: [.works("work-wire")]),
    needed(
      "013", "The guest can know about itself", fix: "Admit the calls that only ask.",
      calls: [.works("work-knowledge")]),
    needed(
      "014", "The guest can copy between files", fix: "Admit sendfile(2) and copy_file_range(2).",
      calls: [.works("work-copying")]),
    needed(
      "015", "The guest can write to its output, and reads nothing from its input",
      fix: "Open the null device and two pipes.", calls: [.works("work-output")]),
    needed(
      "016", "The guest can write into the session's folder",
      exceptions: [
        .floor: .init(
          "the folder is at the machine's own path, and not at /session", probes: "create-file",
          "create-folder")
      ],
      needs: [.ownLauncher],
      fix: "Mount it writable for the guest's user.",
      calls: [.works("create-file", "/session"), .works("create-folder", "/session")]),
  ]

  private static func needed(
    _ number: String, _ sentence: String, references: [String] = [],
    exceptions: [SandboxTier: TierException] = [:],
    needs: [HostNeed] = [], fix: String, calls: [ProbeCall]
  ) -> Promise {
    Promise(
      "LH-WORK-" + number, .work, sentence,
      why: "A sandbox that refuses everything keeps every other promise, and is of no use.",
      references: references, fix: fix, kind: .work, exceptions: exceptions, needs: needs,
      calls: calls)
  }
}
