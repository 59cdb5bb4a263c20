// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Bundles") struct AppBundleTests {
  @Test("a good one is loaded, with everything in it")
  func good() throws {
    let fixture = try BundleFixture()
    let app = try AppBundle.load(at: fixture.path)
    #expect(app.identifier == "com.example.camera")
    #expect(app.name == "Camera")
    #expect(app.version == "1.0")
    #expect(app.path == fixture.path)
    #expect(app.usageTexts == [.camera: "To take photos", .photosAdd: "To keep photos"])
    #expect(app.executable.path == "\(fixture.path)/Camera")
    #expect(app.executable.isDynamic)
    #expect(app.extensions.count == 2)
    let capture = try #require(app.captureExtension)
    #expect(capture.identifier == "com.example.camera.capture")
    #expect(capture.folder == .extensions)
    #expect(capture.path == fixture.appex)
    #expect(app.captureIntents == nil)
  }

  @Test("one with binary plists is as good")
  func binary() throws {
    let fixture = try BundleFixture()
    let xml = try AppBundle.load(at: fixture.path)
    for bundle in [fixture.path, fixture.appex, fixture.control] {
      try fixture.edit(bundle, format: .binary) { _ in }
    }
    #expect(try AppBundle.load(at: fixture.path) == xml)
  }

  @Test("one reached through a link is the same")
  func throughLink() throws {
    let fixture = try BundleFixture()
    let link = fixture.scratch.path("Link.app")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
    #expect(try AppBundle.load(at: link).path == fixture.path)
  }

  @Test("usage texts may be missing, or blank: the decision says what follows")
  func usageTexts() throws {
    let fixture = try BundleFixture()
    try fixture.edit(fixture.path) { $0["NSCameraUsageDescription"] = "  \n" }
    try fixture.edit(fixture.appex) { $0["NSCameraUsageDescription"] = nil }
    let app = try AppBundle.load(at: fixture.path)
    #expect(app.usageTexts[.camera] == nil)
    #expect(app.captureExtension?.usageTexts == [:])
  }

  @Test("other kinds of plug-ins are none of lockhost's business")
  func otherPlugIns() throws {
    let fixture = try BundleFixture()
    try fixture.edit(fixture.control) {
      $0["NSExtension"] = ["NSExtensionPointIdentifier": "com.apple.share-services"]
    }
    #expect(try AppBundle.load(at: fixture.path).extensions.count == 1)
  }

  @Test("a point of a program's own is known when it says so")
  func ownPoint() throws {
    let fixture = try BundleFixture()
    try fixture.edit(fixture.appex) {
      $0["EXAppExtensionAttributes"] = ["EXExtensionPointIdentifier": "org.example.filter"]
    }
    #expect(throws: DeviceError.self) { try AppBundle.load(at: fixture.path) }
    let app = try AppBundle.load(at: fixture.path, points: ["org.example.filter"])
    #expect(app.captureExtension == nil)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let id: String
    let code: DeviceError.Code
    let make: @Sendable (BundleFixture) throws -> Void
    var testDescription: String { id }

    init(
      _ id: String, _ code: DeviceError.Code,
      _ make: @escaping @Sendable (BundleFixture) throws -> Void
    ) {
      self.id = id
      self.code = code
      self.make = make
    }
  }

  private static func text(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private static func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: path)
  }

  private static func mode(_ path: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private static func replaceByLink(_ path: String, to target: String) throws {
    try remove(path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  static let mistakes: [Mistake] = [
    Mistake("no bundle", .bundleNotFound) { try remove($0.path) },
    Mistake("a file", .notABundle) {
      try remove($0.path)
      try text("hello", $0.path)
    },
    Mistake("no plist", .plistMissing) { try remove($0.appex + "/Info.plist") },
    Mistake("no plist in the app", .plistMissing) { try remove($0.path + "/Info.plist") },
    Mistake("an escape sequence in the plist", .plistMalformed) {
      try text("<plist><string>\u{1B}[2J</string></plist>", $0.path + "/Info.plist")
    },
    Mistake("an escape sequence in the name", .valueInvalid) {
      try $0.edit($0.path, format: .binary) { $0["CFBundleDisplayName"] = "Cam\u{1B}[2Jera" }
    },
    Mistake("a line break in the version", .valueInvalid) {
      try $0.edit($0.path) { $0["CFBundleShortVersionString"] = "1.0\n2.0" }
    },
    Mistake("an eight-bit control in an activity type", .valueInvalid) {
      try $0.edit($0.path) { $0["NSUserActivityTypes"] = ["a\u{9B}2J"] }
    },
    Mistake("a program that is cut short", .executableNotAProgram) {
      let path = $0.path + "/Camera"
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try whole.dropLast(whole.count / 2).write(to: URL(fileURLWithPath: path))
      try mode(path, 0o755)
    },
    Mistake("malformed plist", .plistMalformed) {
      try text("<plist><dict><key>", $0.appex + "/Info.plist")
    },
    Mistake("text for a plist", .plistMalformed) { try text("hello", $0.path + "/Info.plist") },
    Mistake("corrupt binary plist", .plistCorrupt) {
      try $0.edit($0.appex, format: .binary) { _ in }
      let url = URL(fileURLWithPath: $0.appex + "/Info.plist")
      var data = try Data(contentsOf: url)
      data.removeLast(7)
      try data.write(to: url)
    },
    Mistake("plist of an array", .plistNotADictionary) {
      try BundleFixture.write(["a"], to: $0.path)
    },
    Mistake("huge plist", .plistTooLarge) {
      try $0.edit($0.path) { $0["Filler"] = String(repeating: "x", count: 2 << 20) }
    },
    Mistake("entities", .plistEntities) {
      try text(
        "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>", $0.path + "/Info.plist")
    },
    Mistake("plist is a link", .linkOutOfBundle) {
      try replaceByLink($0.path + "/Info.plist", to: "/etc/passwd")
    },
    Mistake("no identifier", .keyMissing) {
      try $0.edit($0.path) { $0["CFBundleIdentifier"] = nil }
    },
    Mistake("identifier of the wrong type", .keyWrongType) {
      try $0.edit($0.path) { $0["CFBundleIdentifier"] = 7 }
    },
    Mistake("attributes of the wrong type", .keyWrongType) {
      try $0.edit($0.appex) { $0["EXAppExtensionAttributes"] = "com.apple.securecapture" }
    },
    Mistake("list of the wrong type", .keyWrongType) {
      try $0.edit($0.appex) { $0["UISupportedInterfaceOrientations"] = [1] }
    },
    Mistake("usage text of the wrong type", .keyWrongType) {
      try $0.edit($0.appex) { $0["NSCameraUsageDescription"] = true }
    },
    Mistake("identifier with a slash", .identifierInvalid) {
      try $0.edit($0.path) { $0["CFBundleIdentifier"] = "../../etc" }
    },
    Mistake("old key", .oldExtensionKey) {
      try $0.edit($0.appex) {
        $0["EXAppExtensionAttributes"] = nil
        $0["NSExtension"] = ["NSExtensionPointIdentifier": "com.apple.securecapture"]
      }
    },
    Mistake("old key in PlugIns", .oldExtensionKey) {
      try $0.edit($0.control) {
        $0["NSExtension"] = ["NSExtensionPointIdentifier": "com.apple.securecapture"]
      }
    },
    Mistake("no extension point", .keyMissing) {
      try $0.edit($0.appex) { $0["EXAppExtensionAttributes"] = nil }
    },
    Mistake("wrong extension point", .wrongExtensionPoint) {
      try $0.edit($0.appex) {
        $0["EXAppExtensionAttributes"] = [
          "EXExtensionPointIdentifier": "com.apple.LockedCameraCapture"
        ]
      }
    },
    Mistake("in PlugIns", .wrongFolder) {
      try FileManager.default.moveItem(
        atPath: $0.appex, toPath: $0.path + "/PlugIns/CameraCapture.appex")
    },
    Mistake("identifier not prefixed", .identifierNotPrefixed) {
      try $0.edit($0.appex) { $0["CFBundleIdentifier"] = "com.example.cameracapture" }
    },
    Mistake("wrong package type", .wrongPackageType) {
      try $0.edit($0.appex) { $0["CFBundlePackageType"] = "APPL" }
    },
    Mistake("executable missing", .executableMissing) { try remove($0.appex + "/CameraCapture") },
    Mistake("executable elsewhere", .valueInvalid) {
      try $0.edit($0.appex) { $0["CFBundleExecutable"] = "../../Camera" }
    },
    Mistake("executable is a link", .linkOutOfBundle) {
      try replaceByLink($0.appex + "/CameraCapture", to: "/bin/true")
    },
    Mistake("executable is a folder", .executableNotAProgram) {
      try remove($0.appex + "/CameraCapture")
      try FileManager.default.createDirectory(
        atPath: $0.appex + "/CameraCapture", withIntermediateDirectories: false)
    },
    Mistake("not executable", .executableNotExecutable) {
      try mode($0.appex + "/CameraCapture", 0o644)
    },
    Mistake("setuid", .executableSetIdentifier) { try mode($0.appex + "/CameraCapture", 0o4755) },
    Mistake("setgid", .executableSetIdentifier) { try mode($0.appex + "/CameraCapture", 0o2755) },
    Mistake("a script", .executableNotAProgram) {
      try text("#!/bin/sh\n", $0.appex + "/CameraCapture")
      try mode($0.appex + "/CameraCapture", 0o755)
    },
    Mistake("for another machine", .executableWrongMachine) {
      let file = try FileHandle(
        forUpdating: URL(fileURLWithPath: $0.appex + "/CameraCapture"))
      try file.seek(toOffset: 18)
      try file.write(contentsOf: Data([0xF3, 0]))
      try file.close()
    },
    Mistake("for 32 bits", .executableWrongMachine) {
      let file = try FileHandle(
        forUpdating: URL(fileURLWithPath: $0.appex + "/CameraCapture"))
      try file.seek(toOffset: 4)
      try file.write(contentsOf: Data([1]))
      try file.close()
    },
    Mistake("extension is a link", .linkOutOfBundle) {
      try FileManager.default.moveItem(atPath: $0.appex, toPath: $0.scratch.path("Elsewhere"))
      try FileManager.default.createSymbolicLink(
        atPath: $0.appex, withDestinationPath: $0.scratch.path("Elsewhere"))
    },
    Mistake("two capture extensions", .severalCaptureExtensions) {
      try FileManager.default.copyItem(
        atPath: $0.appex, toPath: $0.path + "/Extensions/Second.appex")
    },
  ]

  @Test("with a mistake have its code, its place and what to do", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let fixture = try BundleFixture()
    #expect(throws: Never.self, "the control") { try AppBundle.load(at: fixture.path) }
    try mistake.make(fixture)
    let error = #expect(throws: DeviceError.self) { try AppBundle.load(at: fixture.path) }
    #expect(error?.code == mistake.code, "\(error?.description ?? "")")
    #expect(error?.path?.hasPrefix(fixture.path) == true)
    #expect(error?.fix.isEmpty == false)
    #expect(error?.message.isEmpty == false)
  }

  @Test("codes have titles, all different")
  func codes() {
    let titles = DeviceError.codes.map(\.title)
    #expect(Set(titles).count == titles.count)
    #expect(
      DeviceError.codes.allSatisfy { ["LH1", "LH24", "LH6"].contains(where: $0.code.hasPrefix) })
  }
}
