// SPDX-License-Identifier: MIT

/// One rule of the launch decision.
///
/// The order is the table ``ordered``: first what makes any start impossible, then what the lock
/// state decides alone, then what an extension needs. Where a need of the extension is not met, the
/// real system opens the app behind authentication instead, so these rules fail into `app`.
struct LaunchRule: Sendable {
  /// What ends the search.
  struct Verdict {
    let target: LaunchDecision.Target
    let code: DeviceError.Code?
  }

  /// What one rule found.
  struct Finding {
    let outcome: RuleOutcome.Outcome
    let detail: String
    let verdict: Verdict?

    static func passed(_ detail: String) -> Finding {
      Finding(outcome: .passed, detail: detail, verdict: nil)
    }

    static func decided(_ target: LaunchDecision.Target, _ detail: String) -> Finding {
      Finding(outcome: .decided, detail: detail, verdict: Verdict(target: target, code: nil))
    }

    static func failed(
      _ target: LaunchDecision.Target, _ code: DeviceError.Code, _ detail: String
    ) -> Finding {
      Finding(outcome: .failed, detail: detail, verdict: Verdict(target: target, code: code))
    }
  }

  let id: String
  let title: String
  let evaluate: @Sendable (DecisionInput) -> Finding

  /// Every rule, in the order in which they are looked at.
  static let ordered: [LaunchRule] = [
    LaunchRule(id: "app.installed", title: "The app is installed") { input in
      guard let app = input.application else {
        return .failed(.nothing, .applicationNotInstalled, "no such app on this device")
      }
      return .passed("\(app.name) (\(app.identifier))")
    },
    LaunchRule(
      id: "device.unlocked-once", title: "The device was unlocked since it started"
    ) { input in
      guard input.lockState != .beforeFirstUnlock else {
        return .failed(
          .nothing, .beforeFirstUnlock,
          "what apps store is encrypted until the first unlock, so neither app nor extension starts"
        )
      }
      return .passed("the device is \(input.lockState.title)")
    },
    LaunchRule(id: "entry.reachable", title: "The entry point can be reached") { input in
      guard input.entryPoint != .appIcon || input.lockState == .unlocked else {
        return .failed(
          .nothing, .entryNotReachable,
          "the home screen with its icons lies behind the lock screen, and the device is "
            + input.lockState.title)
      }
      return .passed("pressed \(input.entryPoint.title)")
    },
    LaunchRule(id: "entry.control", title: "The control opens a camera") { input in
      guard input.entryPoint.usesIntent else { return .passed("an icon is no control") }
      guard let control = input.control else { return .passed("taken as given") }
      guard control.isCapture else {
        return .failed(
          .nothing, .controlNotCapture,
          "“\(control.name)” runs \(control.intent ?? "nothing"), which is no camera capture intent"
        )
      }
      return .passed("“\(control.name)” runs \(control.intent ?? "")")
    },
    LaunchRule(id: "entry.intent", title: "The app contains the capture intent") { input in
      guard input.entryPoint.usesIntent else {
        return .passed("an icon needs no intent")
      }
      return intentFinding(
        input.application?.intent ?? .unlisted, of: input.application?.identifier ?? "")
    },
    LaunchRule(id: "device.locked", title: "The lock screen is up") { input in
      guard input.lockState != .unlocked else {
        return .decided(.app, "the device is unlocked, where the app itself is the camera")
      }
      return .passed("the device is \(input.lockState.title)")
    },
    LaunchRule(
      id: "app.has-capture-extension", title: "The app has a capture extension"
    ) { input in
      guard let found = input.application?.captureExtension else {
        return .failed(
          .app, .noCaptureExtension,
          "\(input.application?.identifier ?? "the app") has no capture extension in Extensions/")
      }
      return .passed(found.identifier)
    },
    LaunchRule(
      id: "extension.point", title: "The extension declares the capture extension point"
    ) { input in
      let point = input.application?.captureExtension?.extensionPoint ?? ""
      guard point == ExtensionBundle.capturePoint else {
        return .failed(
          .app, .wrongExtensionPoint, "it declares \(point), not \(ExtensionBundle.capturePoint)")
      }
      return .passed(point)
    },
    LaunchRule(
      id: "extension.intent", title: "The extension contains the capture intent"
    ) { input in
      guard input.entryPoint.usesIntent, let found = input.application?.captureExtension else {
        return .passed("an icon needs no intent")
      }
      return intentFinding(found.intent, of: found.identifier)
    },
    LaunchRule(id: "app.camera-usage-text", title: "The app says why it uses the camera") {
      input in
      usageTextFinding(
        input.application?.cameraUsageText, of: input.application?.identifier ?? "the app",
        code: .applicationUsageTextMissing)
    },
    LaunchRule(id: "permission.camera", title: "The app may use the camera") { input in
      guard input.camera.status == .authorized else {
        return .failed(
          .app, .cameraNotPermitted,
          "\(input.camera.status.title): \(input.camera.origin); only the app can ask for it")
      }
      return .passed("granted: \(input.camera.origin)")
    },
    LaunchRule(
      id: "extension.camera-usage-text", title: "The extension says why it uses the camera"
    ) { input in
      let found = input.application?.captureExtension
      return usageTextFinding(
        found?.cameraUsageText, of: found?.identifier ?? "the extension",
        code: .extensionUsageTextMissing)
    },
    LaunchRule(id: "launch.extension", title: "Nothing stands against the extension") { input in
      .decided(.extension, "the device is \(input.lockState.title) and every need is met")
    },
  ]

  /// What a program's list of intents means for a press that names one.
  private static func intentFinding(
    _ presence: DecisionInput.IntentPresence, of identifier: String
  ) -> Finding {
    switch presence {
    case .present(let name): .passed("\(identifier) contains \(name)")
    case .unlisted:
      .passed("taken as given: no program of the bundle is known to contain a capture intent")
    case .missing:
      .failed(
        .nothing, .intentMissing,
        "\(identifier) contains no camera capture intent, so the press does nothing")
    }
  }

  /// What a usage text, or its absence, means.
  private static func usageTextFinding(
    _ text: String?, of identifier: String, code: DeviceError.Code
  ) -> Finding {
    guard let text else {
      return .failed(
        .app, code, "\(identifier) has no \(Permission.camera.usageTextKey) in its Info.plist")
    }
    return .passed("“\(text)”")
  }
}
