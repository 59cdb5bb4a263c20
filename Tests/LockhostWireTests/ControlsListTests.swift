// SPDX-License-Identifier: MIT

import LockhostWire
import Testing

@Suite("What controls say over the wire") struct ControlsListTests {
  private func facts(kind: String = "k", title: String = "Photo") -> ControlFacts {
    ControlFacts(
      kind: kind, displayName: "Take a Photo", explanation: "", title: title, symbol: "camera",
      picture: nil, intent: "CaptureIntent", isCapture: true, opensApplication: true)
  }

  @Test("as many as may be travel, one more does not, and neither do 10,000")
  func count() throws {
    let most = ControlsList(
      controls: (0..<WireLimits.controls).map { facts(kind: "k\($0)") })
    #expect(try ControlsList(body: most.encodedBody()) == most)
    for count in [WireLimits.controls + 1, 10_000] {
      let more = ControlsList(controls: (0..<count).map { facts(kind: "k\($0)") })
      #expect(throws: WireError.self) { try more.encodedBody() }
    }
  }

  @Test("texts have a length, and a kind is needed")
  func texts() throws {
    let longest = String(repeating: "x", count: WireLimits.controlTextBytes)
    _ = try ControlsList(controls: [facts(title: longest)]).encodedBody()
    #expect(throws: WireError.self) {
      try ControlsList(controls: [facts(title: longest + "x")]).encodedBody()
    }
    #expect(throws: WireError.self) { try ControlsList(controls: [facts(kind: "")]).encodedBody() }
  }

  @Test("a hostile answer is refused, whatever is wrong with it")
  func hostile() {
    let bodies = [
      #"{"controls":[{"kind":"k"}]}"#, #"{"controls":[{}]}"#, #"{"controls":{}}"#, "[]", "{}", "",
      #"{"controls":["# + String(repeating: "{},", count: 2_000) + "{}]}",
    ]
    for body in bodies {
      #expect(throws: WireError.self, "\(body.prefix(40))") {
        try ControlsList(body: Array(body.utf8))
      }
    }
  }

  @Test("an intent's name and outcome have bounds")
  func intents() throws {
    let asked = IntentPerform(intent: "CaptureIntent", type: "6Camera13CaptureIntentV")
    #expect(try IntentPerform(body: asked.encodedBody()) == asked)
    #expect(throws: WireError.self) { try IntentPerform(intent: "", type: "x").encodedBody() }
    #expect(throws: WireError.self) {
      try IntentPerform(intent: "x", type: String(repeating: "x", count: 513)).encodedBody()
    }
    let failed = IntentPerformed(outcome: .failed, message: "no")
    #expect(try IntentPerformed(body: failed.encodedBody()) == failed)
    #expect(throws: WireError.self) {
      try IntentPerformed(
        outcome: .failed, message: String(repeating: "x", count: 1_025)
      ).encodedBody()
    }
  }
}
