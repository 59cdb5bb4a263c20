// SPDX-License-Identifier: MIT

extension ErrorArticle {
  static let conformanceArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH9010", "No promise is selected",
      what: "A promise or group was named that does not exist, or nothing fits all conditions.",
      why: "A run of nothing would pass, and prove nothing.",
      steps: ["`lockhost conformance --list` lists the promises with their groups."]),
    ErrorArticle(
      "LH9011", "The launcher cannot be used",
      what:
        "The launcher's command line has no place for the probe, or a quote that is not closed, "
        + "or the launcher does not do what the suite needs of it.",
      why: "The probe and its arguments must be somewhere in the command line.",
      steps: [
        "Write `{probe}` where the sandboxed program stands.",
        "Where the launcher shows the probe at another place, write `{path}` for its path in the "
          + "host and `{arguments}` behind the program.",
      ]),
    ErrorArticle(
      "LH9012", "The launcher is not on this machine",
      what: "The first word of the launcher's command line is no program in PATH.",
      why: "Presets are names of command lines; the program itself comes from its package.",
      steps: ["Install it, or give a path."]),
    ErrorArticle(
      "LH9013", "The shard cannot be meant",
      what: "`--shard` is not I/N with I from 1 to N, and N from 1 to 1000.",
      why: "Part I of N is what one of N machines runs.",
      steps: ["Write such as `--shard 1/2`."]),
    ErrorArticle(
      "LH9014", "The file is no report",
      what: "A line of the file is no record of the schema lockhost.conformance/1.",
      why: "`merge` and `compare` read JSON Lines only: the other formats leave things out.",
      steps: ["Make the report with `--format jsonl`."]),
    ErrorArticle(
      "LH9015", "The reports are not parts of one run",
      what: "They are of different launchers, machines, policies or versions, or of different "
        + "divisions; or a part is missing or there twice.",
      why: "Put together they would look like a run that never was.",
      steps: ["`lockhost conformance compare` shows different runs side by side."]),
    ErrorArticle(
      "LH9016", "The sandbox does not keep its promises",
      what: "A promise was broken, or nothing could be said of one; or the score is below "
        + "`--threshold`.",
      why: "The report has each promise with what was seen, why it matters and what to do.",
      steps: [
        "`lockhost conformance --explain ID` explains a promise.",
        "`lockhost conformance --promise ID --verbose` shows every call of it.",
      ]),
  ]
}
