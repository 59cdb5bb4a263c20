// SPDX-License-Identifier: MIT

import LockhostSandbox

extension PromiseCatalogue {
  private static let nobody = Control.none(
    because: "an ordinary user has none of it outside either")

  static let credentials: [Promise] = [
    Promise(
      "LH-CRED-001", .credentials, "The guest is not root, not even inside",
      why: "Root in a namespace reaches far more of the kernel than anybody else.",
      references: ["CVE-2020-5291", "CVE-2026-30892"],
      fix: "Map an ordinary user into the user namespace, and nobody else.", severity: .high,
      calls: [
        ProbeCall(
          "root-id", accepts: [.init(.errors("EPERM"), by: .namespace)], userControl: nobody)
      ]),
    Promise(
      "LH-CRED-002", .credentials, "The guest has no capability in any set",
      why:
        "A capability that is only inheritable or in the bounding set comes back with the next hole.",
      references: ["CVE-2022-24769", "CVE-2022-29162", "CVE-2022-27650"],
      fix: "Empty all five sets before the program starts.", severity: .high,
      exceptions: [
        .floor: .init(
          "an ordinary user may not empty the bounding set; no_new_privs makes it useless",
          probes: "bounding-set", for: .ordinaryUsers)
      ],
      calls: [
        .rightless("capabilities", looking: "allow capget", userControl: nobody),
        .rightless(
          "bounding-set", looking: "prctl: option == PR_CAPBSET_READ", userControl: nobody),
        .rightless(
          "ambient-set", looking: "prctl: option == PR_CAP_AMBIENT && argument2 == 1",
          control: .none(because: "nobody has an ambient capability outside either")),
        ProbeCall(
          "override-mode", accepts: [.init(.errors("EACCES", "EPERM"), by: .capability)],
          userControl: nobody),
      ]),
    Promise(
      "LH-CRED-003", .credentials, "The guest cannot take a capability",
      why: "What can be raised again was never given up.",
      references: ["CVE-2022-24769"],
      fix: "Refuse capset(2) and PR_CAP_AMBIENT, with the sets empty and locked.", severity: .high,
      calls: [
        .reach("capset", "EFAULT"), .reach("prctl-ambient", "EINVAL"),
        .reach("prctl-ambient-is-set", "EINVAL"), .reach("capget", "EFAULT"),
        .filtered("capset", userControl: nobody),
      ]),
    Promise(
      "LH-CRED-004", .credentials, "The guest cannot become another user or group",
      why: "Another id is another person's files, or root.",
      references: ["CVE-2014-8989"],
      fix: "Refuse every call that changes ids.", severity: .high,
      calls: [
        .reach("setuid", "EINVAL"), .reach("setgid", "EINVAL"), .reach("setreuid"),
        .reach("setregid"), .reach("setresuid"), .reach("setresgid"), .reach("setfsuid"),
        .reach("setfsgid"), .guarded("setgroups", "EINVAL"),
        .filtered("setuid", userControl: nobody), .filtered("setgroups", userControl: nobody),
      ]),
    Promise(
      "LH-CRED-005", .credentials, "No program that the guest runs gets more rights than the guest",
      why: "A set-user-id program would be root again.",
      references: ["CVE-2014-3215"],
      fix: "Set no_new_privs, which nothing can unset.", severity: .high,
      calls: [
        ProbeCall(
          "new-privileges", accepts: [.init(.errors("EPERM"), by: .capability)]),
        .reach("prctl-no-new-privs", "EINVAL"),
      ]),
    Promise(
      "LH-CRED-006", .credentials, "The guest cannot loosen the rules by which capabilities come",
      why: "The securebits say whether root is special at all.",
      fix: "Set and lock the securebits, and refuse to change them.",
      exceptions: [
        .floor: .init(
          "an ordinary user may not set the securebits", probes: "securebits-value",
          for: .ordinaryUsers)
      ],
      calls: [
        .reach("prctl-keep-caps", "EINVAL"), .guarded("prctl-bounding-drop", "EINVAL"),
        ProbeCall(
          "reach-prctl-securebits", accepts: Acceptance.byFilterOrRight,
          control: .none(
            because: "the kernel says EPERM to everybody for bits that it does not know")),
        ProbeCall(
          "securebits-value", accepts: [.init(.doneSaying("ef"), by: .capability)],
          control: .differs,
          changes: [.policy("prctl: option == PR_GET_SECUREBITS")]),
      ]),
    Promise(
      "LH-CRED-007", .credentials, "The guest cannot change what the kernel lets others do with it",
      why: "Who may trace it, what its memory map says and which of its calls are sent back to it "
        + "decides what a helper of the host believes of it.",
      references: ["CVE-2016-8659", "CVE-2026-41163"],
      fix: "Admit only the options of prctl(2) that a C library needs.",
      calls: [
        .reach("prctl-dumpable", "EINVAL"), .reach("prctl-mm", "EINVAL"),
        .reach("prctl-tracer", "EINVAL"), .reach("prctl-tsc", "EINVAL"),
        .reach("prctl-speculation", "EINVAL", "ENODEV", "ENXIO", "ERANGE", "EPERM"),
        .reach("prctl-user-dispatch", "EINVAL"),
        .reach("prctl-core-scheduling", "EINVAL", "ENODEV"),
        .reach("prctl-write-execute", "EINVAL"),
        .reach("prctl-huge-pages", "EINVAL"), .reach("prctl-perf"), .reach("prctl-timer-slack"),
        .guarded("prctl-io-flusher", "EINVAL", "EPERM"), .reach("prctl-unknown", "EINVAL"),
      ]),
    Promise(
      "LH-CRED-008", .credentials, "The guest cannot change who hears of its end and who ends it",
      why: "A guest that drops its parent-death signal, or adopts orphans, can outlive its host.",
      references: ["bubblewrap #692", "bubblewrap #633"],
      fix: "Refuse the options, and do not depend on them alone.",
      calls: [.reach("prctl-death-signal", "EINVAL"), .reach("prctl-subreaper")]),
  ]
}

extension ProbeCall {
  /// A set that has to be empty; lockhost's own policy does not let a guest look.
  fileprivate static func rightless(
    _ probe: String, looking line: String, control: Control = .succeeds, userControl: Control? = nil
  ) -> ProbeCall {
    ProbeCall(
      probe, accepts: [.init(.errors("EPERM"), by: .capability)], control: control,
      userControl: userControl, changes: [.policy(line)])
  }
}
