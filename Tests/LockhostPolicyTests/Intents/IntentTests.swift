// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

@testable import LockhostPolicy

@Suite("Intents") struct IntentTests {
  /// The calls that the documentation of an intent lists, in its order.
  private func documented(_ intent: Intent) throws -> [String] {
    let source = try SourceTree.text("Sources/LockhostPolicy/Intents/Intent+Members.swift")
    let declaration = try #require(source.range(of: "= Intent(\n    \"\(intent.name)\","))
    let before = source[..<declaration.lowerBound]
    let list = try #require(before.range(of: "/// Admits:", options: .backwards))
    let parts = before[list.upperBound...].split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { $0 % 2 == 1 ? String($1) : nil }
  }

  @Test("an intent's documentation lists the calls that it admits", arguments: Intent.all)
  func documentation(intent: Intent) throws {
    let admitted = try Set(intent.admissions().map { Syscall.numbered($0.number)?.name ?? "?" })
    let documented = try documented(intent)
    #expect(Set(documented) == admitted)
    #expect(documented.count == Set(documented).count, "none is listed twice")
    #expect(!intent.summary.isEmpty)
  }

  @Test("the words of intents, groups and statements are different")
  func words() {
    #expect(Set(Intent.names).count == Intent.names.count)
    #expect(Set(CallGroup.names).count == CallGroup.names.count)
    #expect(Set(CallGroup.names).isDisjoint(with: Syscall.names))
    let statements: Set = ["policy", "include", "allow", "deny", "without", "default", "because"]
    #expect(statements.isDisjoint(with: Syscall.names + Intent.names))
    #expect(Set(Intent.names).intersection(Syscall.names) == ["time"], "`time: always` is the call")
  }

  @Test("a group's words are calls, each once", arguments: CallGroup.all)
  func groups(group: CallGroup) {
    #expect(group.calls.count == group.callNames.count)
    #expect(Set(group.callNames).count == group.callNames.count)
  }

  @Test("an intent that is not dangerous admits no dangerous call", arguments: Intent.all)
  func danger(intent: Intent) throws {
    for (number, _, admission) in try intent.admissions() where !intent.isDangerous {
      let call = try #require(Syscall.numbered(number))
      #expect(
        !call.needsReason(unconditional: admission.isUnconditional), "\(intent.name) \(call.name)")
    }
  }

  @Test("a dangerous intent has a token")
  func tokens() {
    let tokens = [
      DangerousIntent.hostNetwork, .writableCode, .tracingChildren,
    ].map(\.intent)
    #expect(Set(tokens) == Set(Intent.all.filter(\.isDangerous)))
  }
}
