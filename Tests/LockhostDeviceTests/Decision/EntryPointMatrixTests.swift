// SPDX-License-Identifier: MIT

import LockhostDevice
import Testing

/// The hand-written matrix against the decision function: each part alone, and all parts together.
@Suite("The matrix of entry points") struct EntryPointMatrixTests {
  typealias Circumstance = EntryPointMatrix.Circumstance

  static let cases: [(EntryPoint, LockState)] = EntryPoint.allCases.flatMap { entry in
    LockState.allCases.map { (entry, $0) }
  }

  /// A press in several circumstances at once; the permission is one of the three that stand in the
  /// way, or granted.
  static func input(
    _ entry: EntryPoint, _ state: LockState, _ circumstances: Set<Circumstance>
  ) -> DecisionInput {
    let camera: PermissionGrant.Status =
      if circumstances.contains(.cameraNotDetermined) {
        .notDetermined
      } else if circumstances.contains(.cameraRestricted) {
        .restricted
      } else if circumstances.contains(.cameraDenied) {
        .denied
      } else {
        .authorized
      }
    var input = LaunchDecisionTests.input(
      state, entry, camera: camera,
      appText: circumstances.contains(.applicationUsageTextMissing) ? nil : "To take photos",
      extensionText: circumstances.contains(.extensionUsageTextMissing) ? nil : "To take photos",
      intent: circumstances.contains(.applicationLacksIntent)
        ? .missing : .present("CaptureIntent"),
      extensionIntent: circumstances.contains(.extensionLacksIntent)
        ? .missing : .present("CaptureIntent"),
      hasExtension: !circumstances.contains(.noCaptureExtension))
    input.control = DecisionInput.Control(
      name: "Camera", intent: "CaptureIntent",
      isCapture: !circumstances.contains(.controlNotCapture))
    if circumstances.contains(.notInstalled) { input.application = nil }
    return input
  }

  @Test("it is whole: every circumstance has every entry point in every lock state")
  func whole() {
    for circumstance in Circumstance.allCases {
      let rows = EntryPointMatrix.rows(circumstance)
      #expect(rows.map(\.entryPoint) == EntryPoint.allCases, "\(circumstance)")
      for row in rows { #expect(row.outcomes.count == LockState.allCases.count) }
    }
    #expect(EntryPoint.allCases.count >= 5)
    #expect(LockState.allCases.count >= 4)
  }

  @Test("each circumstance alone is decided as the matrix has it", arguments: Circumstance.allCases)
  func alone(circumstance: Circumstance) throws {
    for (entry, state) in Self.cases {
      let decision = LaunchDecision.decide(Self.input(entry, state, [circumstance]))
      let expected = try #require(EntryPointMatrix.outcome(entry, state, circumstance))
      #expect(decision.outcome == expected, "\(entry), \(state): \(decision.summary)")
      let ordinary = EntryPointMatrix.outcome(entry, state, .none)
      if expected != ordinary { #expect(decision.code == circumstance.code?.rawValue) }
    }
  }

  @Test("all circumstances together are decided by the heaviest that changes anything")
  func together() {
    let weight = Circumstance.allCases.filter { $0 != .none }
    let permissions: [Circumstance] = [.cameraNotDetermined, .cameraRestricted, .cameraDenied]
    let others = weight.filter { !permissions.contains($0) }
    var decided = 0
    for chosen in 0..<(1 << others.count) {
      let base = Set(others.indices.filter { chosen & 1 << $0 != 0 }.map { others[$0] })
      // Without an extension there is none that could lack anything.
      if base.contains(.noCaptureExtension),
        base.contains(.extensionLacksIntent) || base.contains(.extensionUsageTextMissing)
      {
        continue
      }
      for permission in permissions.map(Optional.some) + [nil] {
        let circumstances = permission.map { base.union([$0]) } ?? base
        for (entry, state) in Self.cases {
          let ordinary = EntryPointMatrix.outcome(entry, state, .none)
          let heaviest = weight.first {
            circumstances.contains($0) && EntryPointMatrix.outcome(entry, state, $0) != ordinary
          }
          let expected = EntryPointMatrix.outcome(entry, state, heaviest ?? .none)
          let decision = LaunchDecision.decide(Self.input(entry, state, circumstances))
          #expect(
            decision.outcome == expected,
            "\(entry), \(state), \(circumstances): \(decision.summary)")
          decided += 1
        }
      }
    }
    // 5 entry points × 4 lock states × 4 permissions × what can be together of the rest.
    #expect(decided >= 5 * 4 * 4 * 64)
  }
}
