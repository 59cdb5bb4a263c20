// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("Explanations of calls") struct CallExplanationTests {
  @Test("a call is found by name and by number, and a mistake gets the nearest name")
  func spelling() throws {
    #expect(try CallExplanation.call(spelled: "openat").number == 257)
    #expect(try CallExplanation.call(spelled: "257").name == "openat")
    #expect(try CallExplanation.call(spelled: "0x101").name == "openat")
    let error = #expect(throws: PolicyError.self) { try CallExplanation.call(spelled: "opneat") }
    #expect(error?.suggestion == "openat")
    for word in ["9999", "", "-1", "99999999999999999999"] {
      #expect(throws: PolicyError.self) { try CallExplanation.call(spelled: word) }
    }
  }

  @Test("admissions and refusal come with the policy and the line that say so")
  func origins() throws {
    let outline = try PolicySource(
      parsing: "policy t\ninclude base\nallow memory\n\nmmap: prot == PROT_EXEC\n"
    ).outline()
    let mmap = CallExplanation(of: try CallExplanation.call(spelled: "mmap"), in: outline)
    #expect(mmap.admissions.map(\.origin.text) == ["t, line 3", "t, line 5"])
    #expect(mmap.admissions.map(\.intent) == ["memory", nil])
    #expect(mmap.admissions[1].condition == "prot == PROT_EXEC")
    #expect(mmap.refusal?.origin?.text == "base, line 8")
    let ptrace = CallExplanation(of: try CallExplanation.call(spelled: "ptrace"), in: outline)
    #expect(ptrace.admissions.isEmpty)
    #expect(ptrace.refusal?.rule == "kill tracing")
    #expect(ptrace.refusal?.origin?.text == "base, line 6")
    #expect(ptrace.groups.map(\.name) == ["tracing"])
    #expect(ptrace.intents.map(\.name) == ["tracing-children"])
    let munmap = CallExplanation(of: try CallExplanation.call(spelled: "munmap"), in: outline)
    #expect(munmap.refusal == nil && munmap.admissions[0].condition == nil)
  }

  @Test("every call that needs a reason says why")
  func concerns() {
    #expect(Syscall.concernCount.rows == Syscall.concernCount.read)
    for call in Syscall.all where call.needsReason(unconditional: true) {
      #expect(call.concern != nil, "\(call.name)")
    }
    #expect(Syscall.named("ptrace")?.concern?.hasSuffix(".") == true)
    #expect(Syscall.named("read")?.concern == nil)
  }
}
