// SPDX-License-Identifier: MIT

import LockhostSandbox

extension PromiseCatalogue {
  private static let lower = Control.none(
    because: "a host may well have the same limit; what is read inside is the proof")

  static let exhaustion: [Promise] = [
    Promise(
      "LH-LIM-001", .exhaustion, "The guest can open so many descriptors and no more",
      why: "Each is memory of the kernel's, and so is what is in a pipe.",
      fix: "Set RLIMIT_NOFILE, soft and hard.",
      calls: [
        .exhausting("exhaust-descriptors", "600"), .exhausting("exhaust-pipes", "400"),
        ProbeCall(
          "limit-above", ["7", "256"], accepts: Acceptance.byLimit, control: lower),
      ]),
    Promise(
      "LH-LIM-002", .exhaustion, "The guest can start so many threads and no more",
      why: "A machine that cannot start a process cannot be rescued.",
      references: ["OpenSSH preauth"],
      fix: "Set RLIMIT_NPROC, or a limit of a control group.", severity: .high,
      exceptions: [
        .floor: .init(
          "an ordinary user's guest shares that user's limit, which allows for what is there",
          probes: "exhaust-threads", "limit-above", for: .ordinaryUsers)
      ],
      calls: [
        .exhausting("exhaust-threads", "200"),
        ProbeCall(
          "limit-above", ["6", "100"], accepts: Acceptance.byLimit, control: lower),
      ]),
    Promise(
      "LH-LIM-003", .exhaustion, "The guest can use so much memory and no more",
      why: "When memory runs out, the kernel picks who dies.", references: ["bubblewrap #299"],
      fix: "Set RLIMIT_DATA, and a limit on the whole.", severity: .high,
      calls: [.exhausting("exhaust-memory", "1024")]),
    Promise(
      "LH-LIM-004", .exhaustion, "The guest can make a file so large and no larger",
      why: "A sparse file of a tebibyte breaks whoever copies it.", references: ["OpenSSH preauth"],
      fix: "Set RLIMIT_FSIZE.",
      calls: [
        .exhausting("exhaust-write-far"), .exhausting("exhaust-sparse"),
        .exhausting("exhaust-memory-file"),
      ]),
    Promise(
      "LH-LIM-005", .exhaustion, "The guest can fill its container and nothing else",
      why: "A full disk is everybody's.",
      fix: "Give the container a size.",
      exceptions: [
        .floor: .init(
          "a folder of the host has no size of its own: it is counted", probes: "exhaust-bytes",
          "exhaust-allocate")
      ],
      calls: [.exhausting("exhaust-bytes", "100"), .exhausting("exhaust-allocate")]),
    Promise(
      "LH-LIM-006", .exhaustion, "The guest can make so many files and no more",
      why: "File systems run out of names before they run out of bytes.",
      fix: "Give the container a number of files.",
      exceptions: [
        .floor: .init(
          "a folder of the host has no number of files of its own: it is counted",
          probes: "exhaust-names")
      ],
      calls: [.exhausting("exhaust-names")]),
    Promise(
      "LH-LIM-007", .exhaustion, "The guest cannot lock memory into place",
      why: "Memory that cannot be swapped is taken from everybody.",
      fix: "Set RLIMIT_MEMLOCK to nothing.", severity: .low,
      calls: [
        .exhausting("exhaust-locked"),
        ProbeCall(
          "limit-above", ["8", "0"], accepts: Acceptance.byLimit, control: lower),
      ]),
    Promise(
      "LH-LIM-008", .exhaustion, "Every other limit of the guest is set as well",
      why:
        "A core dump is the guest's memory on the disk; a queue or a priority is kernel memory or "
        + "everybody's time.",
      references: ["isolate #118", "CVE-2025-4598"],
      fix: "Set them all; a core limit of 1 stops a handler behind a pipe, 0 does not.",
      calls: [
        ProbeCall(
          "exhaust-signals", accepts: Acceptance.byLimit,
          changes: [.policy("allow rt_sigqueueinfo")], deadline: .seconds(20)),
        .limit("4", "1"), .limit("11", "256"), .limit("12", "0"), .limit("13", "0"),
        .limit("14", "0"), .limit("3", "8388608"),
      ]),
  ]

  static let broker: [Promise] = [
    Promise(
      "LH-BROK-001", .broker,
      "Whatever the guest sends over the wire, it is the guest that has sent it",
      why: "A host that a guest can stop or confuse is the guest's.",
      references: ["go-plugin #184", "sandbox2 6ec591c9", "CVE-2024-21626"],
      fix: "Bound every length, close what was not asked for, and never trap on what a guest says.",
      kind: .work, severity: .high, needs: [.ownLauncher],
      calls: [
        .sent("wire-empty"), .sent("wire-short"), .sent("wire-zeroes"), .sent("wire-ones"),
        .sent("wire-long"), .sent("wire-huge"), .sent("wire-flood"), .sent("wire-folder"),
        .sent("wire-name"), .sent("wire-queue"), .sent("wire-itself"), .sent("wire-unsealed"),
        .sent("wire-descriptors"), .sent("wire-hang-up"),
      ]),
    Promise(
      "LH-BROK-002", .broker, "The guest cannot say that it is somebody else",
      why: "A host that asks the kernel who sent a message must be able to believe the answer.",
      references: ["CVE-2015-6563"],
      fix: "Leave the guest no capability and no call that would let it lie.", severity: .high,
      needs: [.ownLauncher],
      calls: [
        ProbeCall(
          "wire-forge", accepts: [.init(.errors("EPERM", "EINVAL"), by: .capability, .namespace)],
          control: .none(because: "only lockhost's guests have a wire"))
      ]),
    Promise(
      "LH-BROK-003", .broker, "The wire takes messages and nothing else",
      why: "An address, an option or a name of a socket is more than a message.",
      fix: "Admit messages on the wire's number, without an address.",
      needs: [.ownLauncher],
      calls: [
        .onWire("reach-wire-address"), .onWire("reach-wire-option"), .onWire("reach-wire-name"),
        .onWire("reach-wire-connect"),
      ]),
  ]

  static let supervision: [Promise] = [
    Promise(
      "LH-SUP-001", .supervision, "A guest that crashes is told as what it crashed of",
      why: "An end without a cause is looked for in the wrong place.",
      references: ["go-plugin #183", "CVE-2025-4598"],
      fix: "Let the signal through to whoever waits for the guest.", kind: .work,
      calls: [
        .crash("memory", 11), .crash("code", 4), .crash("division", 8), .crash("abort", 6),
        ProbeCall("exhaust-stack", accepts: [.init(.signal(11), by: .kernel)]),
      ]),
    Promise(
      "LH-SUP-002", .supervision, "What the guest prints is only text",
      why: "Escapes clear, rename and answer for the person's terminal.",
      references: ["CVE-2023-28101", "go-plugin #199"],
      fix: "Read it as bytes, and show it without control characters.", kind: .work,
      calls: [.works("say-escapes")]),
  ]
}

extension ProbeCall {
  fileprivate static func exhausting(_ probe: String, _ arguments: String...) -> ProbeCall {
    ProbeCall(probe, arguments, accepts: Acceptance.byLimit, deadline: .seconds(20))
  }

  fileprivate static func limit(_ resource: String, _ most: String) -> ProbeCall {
    ProbeCall(
      "limit-above", [resource, most], accepts: Acceptance.byLimit,
      control: .none(
        because: "a host may well have the same limit; what is read inside is the proof"))
  }

  /// Something that may be sent, and that only the guest's own side may refuse.
  fileprivate static func sent(_ probe: String) -> ProbeCall {
    ProbeCall(
      probe,
      accepts: [
        .init(.done, by: .broker), .init(.errors("EAGAIN", "EMSGSIZE", "ENOBUFS"), by: .kernel),
        .init(.errors("EPERM"), by: .filter),
      ])
  }

  /// A call on the wire that is more than a message.
  fileprivate static func onWire(_ probe: String) -> ProbeCall {
    ProbeCall(
      probe, accepts: Acceptance.byFilter,
      control: .none(because: "only lockhost's guests have a wire"), ablation: [.withoutFilter])
  }

  fileprivate static func crash(_ how: String, _ signal: Int32) -> ProbeCall {
    ProbeCall("crash", [how], accepts: [.init(.signal(signal), by: .kernel)])
  }
}
