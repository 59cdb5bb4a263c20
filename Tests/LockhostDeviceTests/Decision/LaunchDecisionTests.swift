// SPDX-License-Identifier: MIT

import LockhostDevice
import Testing

@Suite("Launch decisions") struct LaunchDecisionTests {
  /// A press on a device where every need is met, to be changed.
  static func input(
    _ state: LockState, _ entry: EntryPoint = .cameraControl,
    camera: PermissionGrant.Status = .authorized, appText: String? = "To take photos",
    extensionText: String? = "To take photos",
    intent: DecisionInput.IntentPresence = .present("CaptureIntent"),
    extensionIntent: DecisionInput.IntentPresence = .present("CaptureIntent"),
    hasExtension: Bool = true, point: String = ExtensionBundle.capturePoint
  ) -> DecisionInput {
    DecisionInput(
      lockState: state, entryPoint: entry,
      application: .init(
        identifier: "com.example.camera", name: "Camera", cameraUsageText: appText, intent: intent,
        captureExtension: hasExtension
          ? .init(
            identifier: "com.example.camera.capture", extensionPoint: point,
            cameraUsageText: extensionText, intent: extensionIntent) : nil),
      camera: PermissionGrant(status: camera, origin: "a test"))
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let input: DecisionInput
    let target: LaunchDecision.Target
    let rule: String
    var authenticates = false
    var testDescription: String { id }
  }

  /// What the real system does, row by row.
  static let table: [Row] = [
    Row(
      id: "locked", input: input(.locked), target: .extension, rule: "launch.extension"),
    Row(
      id: "authenticated, lock screen up", input: input(.authenticated), target: .extension,
      rule: "launch.extension"),
    Row(id: "unlocked", input: input(.unlocked), target: .app, rule: "device.locked"),
    Row(
      id: "before the first unlock", input: input(.beforeFirstUnlock), target: .nothing,
      rule: "device.unlocked-once"),
    Row(
      id: "icon, locked", input: input(.locked, .appIcon), target: .nothing,
      rule: "entry.reachable"),
    Row(
      id: "icon, unlocked", input: input(.unlocked, .appIcon), target: .app, rule: "device.locked"),
    Row(
      id: "locked, no extension", input: input(.locked, hasExtension: false), target: .app,
      rule: "app.has-capture-extension", authenticates: true),
    Row(
      id: "locked, other point", input: input(.locked, point: "com.apple.LockedCameraCapture"),
      target: .app, rule: "extension.point", authenticates: true),
    Row(
      id: "locked, permission not asked for", input: input(.locked, camera: .notDetermined),
      target: .app, rule: "permission.camera", authenticates: true),
    Row(
      id: "locked, permission denied", input: input(.locked, camera: .denied), target: .app,
      rule: "permission.camera", authenticates: true),
    Row(
      id: "locked, permission restricted", input: input(.locked, camera: .restricted),
      target: .app, rule: "permission.camera", authenticates: true),
    Row(
      id: "authenticated, permission denied", input: input(.authenticated, camera: .denied),
      target: .app, rule: "permission.camera"),
    Row(
      id: "locked, extension without usage text", input: input(.locked, extensionText: nil),
      target: .app, rule: "extension.camera-usage-text", authenticates: true),
    Row(
      id: "locked, app without usage text", input: input(.locked, appText: nil), target: .app,
      rule: "app.camera-usage-text", authenticates: true),
    Row(
      id: "unlocked, nothing granted, no text",
      input: input(.unlocked, camera: .denied, appText: nil, extensionText: nil), target: .app,
      rule: "device.locked"),
    Row(
      id: "intent missing from the extension",
      input: input(.locked, extensionIntent: .missing), target: .nothing,
      rule: "extension.intent"),
    Row(
      id: "intent missing from the app", input: input(.unlocked, intent: .missing),
      target: .nothing, rule: "entry.intent"),
    Row(
      id: "icon, intent missing", input: input(.unlocked, .appIcon, intent: .missing),
      target: .app, rule: "device.locked"),
    Row(
      id: "intents not listed",
      input: input(.locked, intent: .unlisted, extensionIntent: .unlisted), target: .extension,
      rule: "launch.extension"),
    Row(
      id: "not installed",
      input: DecisionInput(
        lockState: .locked, entryPoint: .lockScreen, application: nil, camera: .notDetermined),
      target: .nothing, rule: "app.installed"),
  ]

  @Test("follow the table", arguments: table)
  func row(_ row: Row) {
    let decision = LaunchDecision.decide(row.input)
    #expect(decision.target == row.target)
    #expect(decision.settledBy?.id == row.rule)
    #expect(decision.requiresAuthentication == row.authenticates)
  }

  /// Every combination, and what it must be by three sentences instead of a dozen rules.
  @Test(
    "agree with a shorter statement of the rules in every combination",
    arguments: LockState.allCases, EntryPoint.allCases)
  func matrix(state: LockState, entry: EntryPoint) {
    for camera in PermissionGrant.Status.allCases {
      for (appText, extensionText) in [("a", "b"), ("a", nil), (nil, "b"), (nil, nil)]
        as [(String?, String?)]
      {
        for hasExtension in [true, false] {
          for intent: DecisionInput.IntentPresence in [.present("I"), .missing, .unlisted] {
            let decision = LaunchDecision.decide(
              Self.input(
                state, entry, camera: camera, appText: appText, extensionText: extensionText,
                intent: intent, extensionIntent: intent, hasExtension: hasExtension))
            let expected: LaunchDecision.Target =
              if state == .beforeFirstUnlock || (entry == .appIcon && state != .unlocked)
                || (entry != .appIcon && intent == .missing)
              {
                .nothing
              } else if state == .unlocked || !hasExtension || camera != .authorized
                || appText == nil || extensionText == nil
              {
                .app
              } else {
                .extension
              }
            #expect(decision.target == expected)
            #expect(
              decision.requiresAuthentication == (expected == .app && state == .locked))
          }
        }
      }
    }
  }

  @Test("list every rule in the same order, with one that settles and none reached after it")
  func shape() {
    let ids = LaunchDecision.decide(Self.input(.locked)).rules.map(\.id)
    #expect(Set(ids).count == ids.count)
    for row in Self.table {
      let rules = LaunchDecision.decide(row.input).rules
      #expect(rules.map(\.id) == ids)
      let settled = rules.filter { $0.outcome == .failed || $0.outcome == .decided }
      #expect(settled.count == 1)
      let position = rules.firstIndex { $0.outcome != .passed } ?? rules.endIndex
      #expect(rules[(position + 1)...].allSatisfy { $0.outcome == .notReached && $0.detail == "" })
      #expect(rules[...position].allSatisfy { !$0.detail.isEmpty && !$0.title.isEmpty })
    }
  }

  @Test("that are not the ordinary ones name an article")
  func codes() {
    for row in Self.table {
      let decision = LaunchDecision.decide(row.input)
      let isOrdinary = decision.settledBy?.outcome == .decided
      #expect((decision.code == nil) == isOrdinary)
      if let code = decision.code { #expect(DeviceError.Code(rawValue: code) != nil) }
    }
  }

  @Test("print a line for each rule, and say in a sentence what and why")
  func printed() {
    let decision = LaunchDecision.decide(Self.input(.locked, camera: .denied))
    #expect(decision.lines().count == decision.rules.count)
    #expect(decision.summary.contains("asks to unlock, then the app opens"))
    #expect(decision.summary.contains("permission.camera"))
  }
}
