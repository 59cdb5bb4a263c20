// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostTesting
import Testing

@testable import LockhostDevice

/// One good app, and for each rule a bad one that differs in one thing.
@Suite("The rules of check") struct BundleCheckTests {
  /// How a good app becomes a bad one, and what must be found then.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let rule: String
    let code: DeviceError.Code
    let make: @Sendable (BundleFixture) throws -> Void
    var testDescription: String { "\(rule) \(code.rawValue)" }

    init(
      _ rule: String, _ code: DeviceError.Code,
      _ make: @escaping @Sendable (BundleFixture) throws -> Void
    ) {
      self.rule = rule
      self.code = code
      self.make = make
    }
  }

  private static func good() throws -> BundleFixture {
    let fixture = try BundleFixture()
    try fixture.edit(fixture.path) { info in
      info["NSUserActivityTypes"] = ["NSUserActivityTypeLockedCameraCapture"]
      info["MinimumOSVersion"] = "17.0"
      info["UISupportedInterfaceOrientations"] = ["UIInterfaceOrientationPortrait"]
    }
    try fixture.edit(fixture.appex) { info in
      info["NSPhotoLibraryAddUsageDescription"] = "To keep photos"
      info["MinimumOSVersion"] = "18.0"
      info["UISupportedInterfaceOrientations"] = ["UIInterfaceOrientationPortrait"]
    }
    return fixture
  }

  private static func mode(_ path: String, _ bits: mode_t) throws {
    guard unsafe chmod(path, bits) == 0 else { throw POSIXError(.EPERM) }
  }

  static let mistakes: [Mistake] = [
    Mistake("info-plist", .plistMissing) { app in
      try FileManager.default.removeItem(atPath: app.appex + "/Info.plist")
    },
    Mistake("info-plist", .plistMalformed) { app in
      try Data("<plist><dict>".utf8).write(to: URL(fileURLWithPath: app.control + "/Info.plist"))
    },
    Mistake("package-type", .wrongPackageType) { app in
      try app.edit(app.appex) { $0["CFBundlePackageType"] = "APPL" }
    },
    Mistake("identifier", .identifierInvalid) { app in
      try app.edit(app.control) { $0["CFBundleIdentifier"] = "com.example.camera.my control" }
    },
    Mistake("identifier-prefix", .identifierNotPrefixed) { app in
      try app.edit(app.appex) { $0["CFBundleIdentifier"] = "com.example.other.capture" }
    },
    Mistake("old-plist-style", .oldExtensionKey) { app in
      try app.edit(app.appex) { info in
        info["EXAppExtensionAttributes"] = nil
        info["NSExtension"] = ["NSExtensionPointIdentifier": "com.apple.securecapture"]
      }
    },
    Mistake("extension-point", .wrongExtensionPoint) { app in
      try app.edit(app.appex) {
        $0["EXAppExtensionAttributes"] = [
          "EXExtensionPointIdentifier": "com.apple.LockedCameraCapture"
        ]
      }
    },
    Mistake("extension-point", .keyMissing) { app in
      try app.edit(app.appex) { $0["EXAppExtensionAttributes"] = nil }
    },
    Mistake("folder", .wrongFolder) { app in
      try FileManager.default.moveItem(
        atPath: app.appex, toPath: app.path + "/PlugIns/CameraCapture.appex")
    },
    Mistake("one-capture-extension", .severalCaptureExtensions) { app in
      let copy = app.path + "/Extensions/Second.appex"
      try FileManager.default.copyItem(atPath: app.appex, toPath: copy)
      try app.edit(copy) { $0["CFBundleIdentifier"] = "com.example.camera.second" }
    },
    Mistake("control", .noControl) { app in
      try FileManager.default.removeItem(atPath: app.path + "/PlugIns")
    },
    Mistake("minimum-version", .minimumVersion) { app in
      try app.edit(app.appex) { $0["MinimumOSVersion"] = "17.0" }
    },
    Mistake("minimum-version", .minimumVersion) { app in
      try app.edit(app.path) { $0["MinimumOSVersion"] = "eighteen" }
    },
    Mistake("activity-type", .activityTypeMissing) { app in
      try app.edit(app.path) { $0["NSUserActivityTypes"] = nil }
    },
    Mistake("orientations", .orientations) { app in
      try app.edit(app.appex) { $0["UISupportedInterfaceOrientations"] = nil }
    },
    Mistake("orientations", .orientations) { app in
      try app.edit(app.appex) { $0["UISupportedInterfaceOrientations"] = ["Portrait"] }
    },
    Mistake("executable", .executableMissing) { app in
      try FileManager.default.removeItem(atPath: app.appex + "/CameraCapture")
    },
    Mistake("executable", .keyMissing) { app in
      try app.edit(app.control) { $0["CFBundleExecutable"] = nil }
    },
    Mistake("executable", .executableNotExecutable) { app in
      try mode(app.appex + "/CameraCapture", 0o644)
    },
    Mistake("executable", .executableSetIdentifier) { app in
      try mode(app.control + "/CameraControl", 0o4755)
    },
    Mistake("executable", .executableNotAProgram) { app in
      let program = app.path + "/Camera"
      try FileManager.default.removeItem(atPath: program)
      try Data("#!/bin/sh\nexit 0\n".utf8).write(to: URL(fileURLWithPath: program))
      try mode(program, 0o755)
    },
    Mistake("executable", .executableWrongMachine) { app in
      let program = app.path + "/Camera"
      var bytes = try Data(contentsOf: URL(fileURLWithPath: program))
      // The machine's number stands at 18: RISC-V.
      bytes[18] = 243
      bytes[19] = 0
      try FileManager.default.removeItem(atPath: program)
      try bytes.write(to: URL(fileURLWithPath: program))
      try mode(program, 0o755)
    },
    Mistake("executable-writable", .executableWritable) { app in
      try mode(app.path + "/Camera", 0o777)
    },
    Mistake("links", .linkOutOfBundle) { app in
      try FileManager.default.createSymbolicLink(
        atPath: app.path + "/Resources", withDestinationPath: "/etc")
    },
    Mistake("usage-text-app", .applicationUsageTextMissing) { app in
      try app.edit(app.path) { $0["NSCameraUsageDescription"] = " " }
    },
    Mistake("usage-text-extension", .extensionUsageTextMissing) { app in
      try app.edit(app.appex) { $0["NSCameraUsageDescription"] = nil }
    },
    Mistake("usage-texts-alike", .usageTextUneven) { app in
      try app.edit(app.path) { $0["NSMicrophoneUsageDescription"] = "To record" }
    },
    Mistake("intent-everywhere", .intentNotEverywhere) { app in
      try app.edit(app.path) { $0["LHCameraCaptureIntents"] = ["CaptureIntent"] }
      try app.edit(app.control) { $0["LHCameraCaptureIntents"] = ["CaptureIntent"] }
      try app.edit(app.appex) { $0["LHCameraCaptureIntents"] = [String]() }
    },
    Mistake("intent-everywhere", .intentNotEverywhere) { app in
      try app.edit(app.path) { $0["LHCameraCaptureIntents"] = ["CaptureIntent"] }
      try app.edit(app.control) { $0["LHCameraCaptureIntents"] = ["OtherIntent"] }
    },
    Mistake("shared-code", .sharedCode) { app in
      // The shell is many times as large as `true`.
      let program = app.control + "/CameraControl"
      try FileManager.default.removeItem(atPath: program)
      try FileManager.default.copyItem(atPath: "/bin/bash", toPath: program)
    },
  ]

  private static func findings(_ app: BundleFixture) throws -> [CheckFinding] {
    BundleCheck.findings(in: try CheckSubject(bundle: app.path))
  }

  @Test("a good app passes every rule")
  func good() throws {
    #expect(try Self.findings(Self.good()) == [])
  }

  @Test("each mistake is found by its rule, with its code and what to do", arguments: mistakes)
  func bad(mistake: Mistake) throws {
    let app = try Self.good()
    try mistake.make(app)
    let findings = try Self.findings(app)
    let found = try #require(
      findings.first { $0.rule == mistake.rule && $0.code == mistake.code.rawValue },
      "\(findings)")
    #expect(found.path.hasPrefix(app.path))
    #expect(!found.message.isEmpty && !found.fix.isEmpty)
  }

  private static func control(
    _ name: String = "Take a Photo", symbol: String? = "camera", picture: String? = nil
  ) -> StoredControls.Control {
    StoredControls.Control(
      kind: "k", displayName: name, explanation: "", title: "Photo", symbol: symbol,
      picture: picture, intent: "CaptureIntent", isCapture: true, opensApplication: true)
  }

  @Test("names and icons of controls are looked at, where they were asked")
  func controls() throws {
    let app = try Self.good()
    let subject = try CheckSubject(bundle: app.path)
    defer { withExtendedLifetime(app) {} }
    func rules(
      _ controls: [StoredControls.Control], _ problem: StoredControls.Problem? = nil
    )
      -> [String]
    {
      BundleCheck.findings(
        in: subject,
        widgets: [
          .init(identifier: "com.example.camera.control", controls: controls, problem: problem)
        ]
      ).map { "\($0.rule) \($0.code)" }
    }
    #expect(rules([Self.control()]) == [])
    #expect(rules([Self.control("Camera: Take a Photo")]) == ["control-name LH1304"])
    #expect(rules([Self.control(symbol: nil, picture: "logo")]) == ["control-icon LH1305"])
    #expect(
      rules([], .init(code: "LH2401", message: "no answer")) == ["control-answers LH2401"])
  }

  @Test("every rule has a bad app, a name of its own and a sentence")
  func whole() {
    let controlRules: Set = ["control-name", "control-icon", "control-answers"]
    let tested = Set(Self.mistakes.map(\.rule)).union(controlRules)
    #expect(Set(BundleCheck.rules.map(\.id)) == tested)
    #expect(Set(BundleCheck.rules.map(\.id)).count == BundleCheck.rules.count)
    for rule in BundleCheck.rules { #expect(!rule.title.isEmpty) }
  }

  @Test("Docs/Check.md has every rule, with its code and its sentence")
  func page() throws {
    let page = try SourceTree.text("Docs/Check.md").split(separator: "\n").map(String.init)
    let rows = BundleCheck.rules.map { rule in
      "| `\(rule.id)` | \(rule.code.rawValue) | \(rule.severity.rawValue) | \(rule.title) |"
    }
    #expect(page.filter { $0.hasPrefix("| `") } == rows)
  }

  @Test("a package is looked at without being built")
  func package() throws {
    let scratch = try ScratchFolder()
    func target(_ name: String, _ info: [String: Any], _ source: String) throws {
      try scratch.write(source, to: "Sources/\(name)/Main.swift")
      var info = info
      info["CFBundleExecutable"] = "$(EXECUTABLE_NAME)"
      try BundleFixture.write(info, to: scratch.path("Sources/\(name)"))
    }
    let intent = "struct Capture: CameraCaptureIntent {}\n"
    try target(
      "Cam",
      [
        "CFBundleIdentifier": "com.example.cam", "CFBundlePackageType": "APPL",
        "NSCameraUsageDescription": "To take photos",
        "NSUserActivityTypes": ["NSUserActivityTypeLockedCameraCapture"],
      ], intent)
    try target(
      "CamCapture",
      [
        "CFBundleIdentifier": "com.example.cam.$(TARGET_NAME)", "CFBundlePackageType": "XPC!",
        "EXAppExtensionAttributes": ["EXExtensionPointIdentifier": "com.apple.securecapture"],
      ], "struct Nothing {}\n")
    try target(
      "CamControl",
      [
        "CFBundleIdentifier": "com.example.cam.control", "CFBundlePackageType": "XPC!",
        "NSExtension": ["NSExtensionPointIdentifier": "com.apple.widgetkit-extension"],
      ], "import Foundation\nfinal class Capture : NSObject, CameraCaptureIntent {}\n")
    let findings = BundleCheck.findings(in: try CheckSubject(package: scratch.path))
    #expect(
      Set(findings.map(\.rule)) == ["usage-text-extension", "intent-everywhere"], "\(findings)")
    #expect(findings.allSatisfy { $0.path.contains("CamCapture") })
  }

  @Test("what is no app and no package is said to be none")
  func nothing() throws {
    let scratch = try ScratchFolder()
    #expect(throws: DeviceError.self) { try CheckSubject(bundle: scratch.path("None.app")) }
    #expect(throws: DeviceError.self) { try CheckSubject(bundle: scratch.path) }
    #expect(throws: DeviceError.self) { try CheckSubject(package: scratch.path) }
  }
}
