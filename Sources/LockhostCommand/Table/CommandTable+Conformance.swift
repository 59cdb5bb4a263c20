// SPDX-License-Identifier: MIT

extension CommandTable {
  static let conformanceVerbs: [Verb] = [
    Verb(
      "conformance", .conformance,
      flags: [
        Flag(
          "launcher", value: .text("COMMAND"), .sandbox,
          "another launcher: a preset, or a command line with {probe}",
          """
          Try another launcher instead of lockhost's own sandbox: a preset (`none`, `bubblewrap`, \
          `firejail`, `crun`, `unshare`, `systemd-run`), or a command line. In it, the word \
          `{probe}` stands for the probe and its arguments; a launcher that shows the probe at \
          another place says `{path}` for its path in the host and `{arguments}`; `{bundle}` is an \
          OCI bundle made for each run.
          """),
        Flag(
          "policy", value: .file, .sandbox, "the policy that is tried (capture)",
          """
          The policy that is tried in lockhost's own sandbox: a built-in one (`capture` unless said \
          otherwise), or a file. A policy that was loosened fails the promises that it breaks.
          """),
        Flag(
          "app", value: .file, .sandbox, "an extension's real sandbox",
          """
          Try the sandbox of this app's capture extension: its bundle, its libraries and its \
          policy, with the probe in the place of its program.
          """),
        Flag(
          "tier", value: .choice(["full", "no-userns", "floor"]), .sandbox,
          "the tier that is tried (the strongest that there is)"),
        Flag(
          "ablate", .sandbox, "take each layer away too, to see the answer flip",
          """
          Try each refusal a second time with the layer that is said to give it taken away, and call \
          it inconclusive unless the answer flips.
          """),
        Flag(
          "promise", value: .text("ID"), .selection, isRepeatable: true,
          "only this promise, such as LH-NET-001"),
        Flag(
          "group", value: .text("GROUP"), .selection, isRepeatable: true,
          "only this group, such as NET"),
        Flag(
          "filter", value: .text("WORD"), .selection,
          "only promises that mention a word, such as a CVE"),
        Flag(
          "shard", value: .text("I/N"), .selection, "only part I of N, for several machines",
          """
          Only part I of N. Which part a promise belongs to follows from its id alone. \
          `lockhost conformance merge` puts the reports together.
          """),
        Flag("list", .selection, "list the promises and try nothing"),
        Flag(
          "explain", value: .text("ID"), .selection,
          "say what a promise means, why it matters and what to do"),
        conformanceThreshold, conformanceFormat, conformanceOutput,
      ],
      "prove what a sandbox refuses, and which layer refuses it",
      """
      Runs a small program in the sandbox that tries hundreds of things which a guest must not be \
      able to do, and some that it must, and says of each promise whether it holds and who \
      answered: the filter, a namespace, a capability, Landlock, a mount, a limit, or nothing, \
      because what was asked for is not there.

      A refusal counts only when the same is not refused outside, and what the host holds out \
      meanwhile (a secret file, listeners, a process, shared memory, a terminal) was not touched. \
      What cannot be shown is inconclusive, and never passed.

      The last line is `N passed, N failed, N skipped`; inconclusive promises count as failed. \
      Exits 0 when nothing failed, else 1; with `--threshold` the score decides. See \
      Docs/Conformance.md.
      """,
      examples: [
        .init("Try lockhost's own sandbox", "lockhost conformance"),
        .init("Try bubblewrap", "lockhost conformance --launcher bubblewrap"),
        .init(
          "Try a launcher of your own",
          "lockhost conformance --launcher 'bwrap --unshare-all --ro-bind / / {probe}'"),
        .init("Did my policy open a hole?", "lockhost conformance --policy ./my.policy"),
        .init(
          "In CI, on two machines",
          "lockhost conformance --shard 1/2 --format jsonl --output part1.jsonl"),
      ]),
    Verb(
      "conformance merge", .conformance, operands: [.init("FILE", .file, isRepeated: true)],
      flags: [conformanceThreshold, conformanceFormat, conformanceOutput],
      "put the reports of shards together",
      """
      Reads the reports that the parts of one run wrote with `--format jsonl`, and gives the report \
      that one whole run would have given, in any format. Parts that are missing, there twice, or \
      of another launcher or machine are an error.
      """,
      examples: [
        .init("Two parts", "lockhost conformance merge part1.jsonl part2.jsonl --format junit")
      ]),
    Verb(
      "conformance compare", .conformance, operands: [.init("FILE", .file, isRepeated: true)],
      flags: [
        Flag("all", .output, "list promises that are alike too"),
        Flag("markdown", .output, "write a table for a document"),
      ],
      "show what reports say, side by side",
      """
      Reads reports in JSON Lines and shows them side by side: each promise whose verdict, or whose \
      answering layer, differs. Exits 0 when the outcomes are the same, else 1.
      """,
      examples: [
        .init("Two launchers", "lockhost conformance compare lockhost.jsonl bubblewrap.jsonl")
      ]),
  ]

  private static let conformanceThreshold = Flag(
    "threshold", value: .text("NUMBER"), .decision, "exit 1 only when the score is lower",
    """
    Exit 1 only when the score, 0 to 10, is lower than this; without it, when anything failed.
    """)

  private static let conformanceFormat = Flag(
    "format", value: .choice(["human", "tap", "junit", "sarif", "jsonl"]), .output,
    "the report's format (human)",
    """
    The report's format: for people, TAP 13, JUnit XML, SARIF 2.1.0, or JSON Lines with the schema \
    lockhost.conformance/1, which the others can be made from.
    """)

  private static let conformanceOutput = Flag(
    "output", letter: "o", value: .file, .output, "write the report to a file",
    "Write the report to a file; standard output then has the closing line alone.")
}
