// SPDX-License-Identifier: MIT

extension CommandTable {
  private static let policyOperand = Verb.Operand("POLICY", .file, isOptional: true)

  /// What `exec` and `policy record` have in common.
  private static let sandboxFlags: [Flag] =
    runVerbs.first { $0.name == "exec" }?.flags.filter { $0.name != "policy" } ?? []

  static let policyVerbs: [Verb] = [
    Verb(
      "policy show", .policy, operands: [policyOperand],
      flags: [
        Flag(
          "disassemble", .output, "show the compiled filter too",
          "Show the filter that the kernel gets, one instruction a line.")
      ],
      "show a policy as written and as resolved",
      """
      Shows a policy as it is written, and what it comes to: the intents and calls that it allows, \
      how it refuses the others, and its exposure. With `--verbose` every call is listed with its \
      conditions.

      POLICY is a built-in policy (`capture` unless said otherwise), or a file, which is named \
      with a slash or a dot; `-` is standard input.
      """,
      examples: [
        .init("The policy of every capture extension", "lockhost policy show"),
        .init(
          "One of your own, with its filter", "lockhost policy show ./my.policy --disassemble"),
      ]),
    Verb(
      "policy explain", .policy, operands: [.init("SYSCALL", .text("SYSCALL"))],
      flags: [
        Flag(
          "policy", value: .file, .sandbox, "the policy that is asked (capture)",
          "The policy that is asked: a built-in one (`capture` unless said otherwise), or a file.")
      ],
      "say what a policy answers for a call, and by which line",
      """
      Says what a policy answers for a system call, for which arguments and by which line, and why \
      the call matters. SYSCALL is a name or a number. With `--verbose` the constants of its \
      arguments are listed.
      """,
      examples: [
        .init("Why is mmap refused?", "lockhost policy explain mmap"),
        .init("May a program change owners?", "lockhost policy explain chown --policy program"),
      ]),
    Verb(
      "policy diff", .policy,
      operands: [.init("A", .file), .init("B", .file)],
      "show what two policies answer differently",
      """
      Shows the calls and arguments that one of two policies admits and the other refuses, and the \
      refusals that differ. `+` is what B admits beyond A, `-` is what it takes away, `~` is refused \
      by both in different ways. It compares what programs see, not lines: nothing is printed, and \
      the exit status is 0, when no program could tell the two apart; otherwise it is 1.
      """,
      examples: [
        .init("What may an app do that an extension may not?", "lockhost policy diff capture app")
      ]),
    Verb(
      "policy lint", .policy, operands: [.init("FILE", .file, isRepeated: true)],
      "look for lines of policies that are mistakes",
      """
      Looks for lines that are allowed and yet mistakes: dangerous calls without a condition, \
      reasons that say nothing, lines that change nothing, lines that let written memory be run. \
      Each finding has its place, an id that lasts, and what to write instead. Exits 1 when there \
      are findings.
      """,
      examples: [.init("Check two policies", "lockhost policy lint ./a.policy ./b.policy")]),
    Verb(
      "policy score", .policy, operands: [policyOperand],
      flags: [
        Flag(
          "threshold", value: .text("NUMBER"), .decision,
          "exit 1 when the exposure is greater",
          "Exit 1 when the exposure is greater than this number, 0 to 10.")
      ],
      "say how much of the kernel a policy exposes, 0 to 10",
      """
      Says how much of the kernel a policy exposes, from 0 (locked) to 10 (open), item by item, \
      with what to do about each; and lists the dangerous grants with their reasons. More grants \
      never lower it. It says nothing of mounts, namespaces and limits.
      """,
      examples: [
        .init("Score a policy", "lockhost policy score program"),
        .init("Fail when it gets worse", "lockhost policy score ./my.policy --threshold 2.5"),
      ]),
    Verb(
      "policy record", .policy, takesCommand: true,
      flags: [
        Flag(
          "policy", value: .file, .sandbox, "the policy that holds meanwhile (program)",
          """
          The policy that holds while the program is watched: a built-in one (`program` unless \
          said otherwise), or a file. The proposal is never wider. For a program that needs a \
          dangerous intent, write a file that includes `program` and grants it with a reason.
          """)
      ] + sandboxFlags,
      "run a program and propose the smallest policy for it",
      """
      Runs a program in the sandbox as `exec` does, learns every system call that it makes, and \
      prints the smallest policy under which it would have run, grouped by intent. The policy \
      goes to standard output; all that the program writes goes to standard error. The exit status \
      is the program's own.

      What the program was not seen doing is not in the proposal: let it do all that it should. It \
      is for programs that you trust to show what they do; what holds meanwhile is the policy that \
      `--policy` names, and the rest of the sandbox.
      """,
      examples: [
        .init("What does sqlite3 need?", "lockhost policy record -- sqlite3 :memory: 'select 1'"),
        .init(
          "Use it",
          "lockhost policy record -- cat > cat.policy; lockhost exec --policy ./cat.policy -- cat"),
      ]),
  ]
}
