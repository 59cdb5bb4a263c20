// SPDX-License-Identifier: MIT

/// Reports as JUnit XML: a suite for each group, a case for each promise.
package enum JUnitReport {
  /// The report's lines.
  package static func lines(_ report: ConformanceReport) -> [String] {
    let launcher = escaped(report.run.launcher)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="lockhost conformance: \#(launcher)" \#(counts(report.verdicts))>"#,
    ]
    for group in PromiseGroup.allCases {
      let verdicts = report.verdicts.filter { $0.group == group }
      guard !verdicts.isEmpty else { continue }
      lines.append(
        #"  <testsuite name="\#(group.rawValue)" \#(counts(verdicts)) "#
          + #"skipped="\#(verdicts.count(where: isSkipped))">"#)
      lines += verdicts.flatMap { testCase($0, launcher) }
      lines.append("  </testsuite>")
    }
    return lines + ["</testsuites>"]
  }

  private static func testCase(_ verdict: VerdictRecord, _ launcher: String) -> [String] {
    let open =
      #"    <testcase name="\#(escaped("\(verdict.id) \(verdict.sentence)"))" "#
      + #"classname="\#(launcher).\#(verdict.group.rawValue)" time="\#(time(verdict))""#
    let reason = escaped(verdict.reason ?? "")
    switch verdict.outcome {
    case .passed: return [open + "/>"]
    case .reported, .skipped, .documented:
      return [open + ">", #"      <skipped message="\#(reason)"/>"#, "    </testcase>"]
    case .failed:
      return [
        open + ">",
        #"      <failure message="\#(reason)" type="broken">\#(evidence(verdict))</failure>"#,
        "    </testcase>",
      ]
    case .inconclusive:
      return [
        open + ">",
        #"      <error message="\#(reason)" type="inconclusive">\#(evidence(verdict))</error>"#,
        "    </testcase>",
      ]
    }
  }

  private static func evidence(_ verdict: VerdictRecord) -> String {
    let calls = verdict.calls.map { call in
      "\(call.call)\n  inside: \(call.inside)" + (call.control.map { "\n  control: \($0)" } ?? "")
    }
    return (calls + [verdict.why, verdict.fix]).map { text in
      text.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func counts(_ verdicts: [VerdictRecord]) -> String {
    let failures = verdicts.count { $0.outcome == .failed }
    let errors = verdicts.count { $0.outcome == .inconclusive }
    let milliseconds = verdicts.reduce(0) { $0 + $1.milliseconds }
    return #"tests="\#(verdicts.count)" failures="\#(failures)" errors="\#(errors)" "#
      + #"time="\#(seconds(milliseconds))""#
  }

  private static func isSkipped(_ verdict: VerdictRecord) -> Bool {
    [.skipped, .reported, .documented].contains(verdict.outcome)
  }

  private static func time(_ verdict: VerdictRecord) -> String { seconds(verdict.milliseconds) }

  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func escaped(_ text: String) -> String {
    PlainText.line(text).map { letter in
      switch letter {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(letter)
      }
    }.joined()
  }
}
