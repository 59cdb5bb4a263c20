// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostConformance

/// The probe's lines, and what is made of them.
@Suite("The probe's lines") struct ProbeReportTests {
  @Test("the probe's proof is the host's")
  func agreement() async throws {
    let probe = try ProgramFolder.path(of: "lockhost-probe")
    let run = try await ProgramRun.run(probe, ["--nonce", "abc", "open", "/dev/none/ü"])
    let reports = run.lines.map { ProbeReport(line: $0, nonce: "abc") }
    #expect(reports.count == 2)
    #expect(reports.first??.outcome == .begin)
    #expect(reports.last??.outcome == .refused)
    #expect(reports.last??.error == "ENOENT")
    #expect(reports.last??.evidence == "open(/dev/none/ü)")
  }

  @Test("a changed letter, another nonce and a missing word are nobody's line")
  func forgeries() {
    let rest = "open done - here"
    let line = "lockhost-probe/1 abc \(ProbeReport.proof(nonce: "abc", of: rest)) \(rest)"
    #expect(ProbeReport(line: line, nonce: "abc")?.outcome == .done)
    #expect(ProbeReport(line: line, nonce: "abd") == nil)
    #expect(ProbeReport(line: line + "!", nonce: "abc") == nil)
    #expect(ProbeReport(line: line.dropLast(5), nonce: "abc") == nil)
    #expect(ProbeReport(line: "", nonce: "abc") == nil)
  }

  private func line(_ rest: String) -> String {
    "lockhost-probe/1 n \(ProbeReport.proof(nonce: "n", of: rest)) \(rest)\n"
  }

  private func answer(
    _ output: String, _ ending: LaunchedProbe.Ending, truncated: Bool = false
  ) -> Answer {
    var launched = LaunchedProbe(ending)
    launched.output = output
    launched.isTruncated = truncated
    return ProbeOutput(launched: launched, probe: "open", nonce: "n").answer
  }

  @Test("beginnings and ends come to one answer")
  func answers() {
    let begin = line("open begin - -")
    let done = line("open done - here")
    let refused = line("open refused EPERM there")
    #expect(answer(begin + done, .exited(0)) == .done(evidence: "here"))
    #expect(
      answer("noise\n" + begin + "more\n" + refused, .exited(1))
        == .refused(error: "EPERM", evidence: "there"))
    #expect(answer(begin, .signaled(31)) == .died(signal: 31))
    #expect(answer(begin, .exited(159)) == .died(signal: 31))
    #expect(answer(begin, .exited(0)) == .died(signal: 0))
    #expect(answer(begin, .late) == .late)
    #expect(answer(begin + done, .late) == .done(evidence: "here"))
    #expect(answer(begin + done + done, .exited(0)) == .done(evidence: "here"))
    for odd in [begin + done + refused, done, line("other begin - -")] {
      if case .unbelievable = answer(odd, .exited(0)) { continue }
      Issue.record("believed: \(odd)")
    }
    if case .notStarted = answer("", .exited(1)) { return }
    Issue.record("nothing began")
  }

  @Test("the cut end of a flood is no forgery")
  func cutLine() {
    let begin = line("open begin - -")
    #expect(answer(begin + "lockhost-probe/1 n 00", .late, truncated: true) == .late)
  }
}
