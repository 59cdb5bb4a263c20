// SPDX-License-Identifier: MIT

import FoundationEssentials
import Testing

@testable import LockhostDevice

@Suite("First drafts of records, and their times") struct DraftTests {
  private func draft(_ session: String, _ time: String?, version: String = "1") -> ExitRecord {
    var draft = ExitRecord(
      session: session, decision: .decide(LaunchDecisionTests.input(.locked)), reason: .interrupted)
    draft.startedAt = time
    draft.message = "a “text” with \"session\":\" in it, of version \(version)"
    return draft
  }

  @Test("are the same bytes whether they were encoded or filled in")
  func sameBytes() throws {
    let forms = DraftForms()
    let drafts = [
      draft("20260518-101530-8f3a2c1d", "2026-05-18T10:15:30.123Z"),
      draft("20260518-101531-00000001", "2026-05-18T10:15:31.000Z"),
      draft("20260518-101531-00000001", "2026-05-18T10:15:31.000Z", version: "2"),
      draft("20260518-101532-00000002", nil),
      draft("20260518-101533-00000003", "2026-05-18T10:15:33.999Z", version: "2"),
    ]
    for draft in drafts {
      #expect(try forms.bytes(of: draft) == StoredJSON.encode(draft, pretty: false))
    }
  }

  @Test("have the time as ISO 8601 has it")
  func times() {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var seconds: [TimeInterval] = [0, 951_782_399.5, 951_782_400, 4_102_444_799.25, 1_709_164_800]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      // Parts of a second that binary numbers have exactly.
      let whole = Double(Int.random(in: -2_000_000_000...20_000_000_000, using: &generator))
      seconds.append(whole + Double(Int.random(in: 0..<8, using: &generator)) / 8)
    }
    for second in seconds {
      let date = Date(timeIntervalSince1970: second)
      let expected = date.formatted(style)
      #expect(StoredTime.record(date) == expected)
      #expect(
        StoredTime.name(date)
          == expected.prefix(19).filter { $0 != "-" && $0 != ":" }.replacing("T", with: "-"))
    }
  }
}
