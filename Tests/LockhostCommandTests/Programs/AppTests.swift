// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostCommand

/// Installing apps on a device.
@Suite("Installed apps", .timeLimit(.minutes(1)))
struct AppTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func lockhost(_ arguments: String...) async throws -> ProgramRun {
    try await ProgramRun.run(
      ProgramFolder.path(of: "lockhost"), arguments + ["--set", scratch.path("state")])
  }

  /// An app whose program is the probe: real enough to be loaded.
  private func makeApp(_ name: String) throws -> String {
    let app = scratch.path("\(name).app")
    try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: ProgramFolder.path(of: "lockhost-probe"), toPath: app + "/\(name)")
    let plist = [
      "CFBundleIdentifier": "org.example.\(name)", "CFBundleExecutable": name,
      "CFBundlePackageType": "APPL", "CFBundleName": name,
      "NSCameraUsageDescription": "To take photos.",
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
    try data.write(to: URL(filePath: app + "/Info.plist"))
    return app
  }

  @Test("an app is installed, listed, described, made the camera app, and removed")
  func whole() async throws {
    let app = try makeApp("Tiny")
    let installed = try await lockhost("install", app, "--default")
    #expect(installed.status == 0, "\(installed.errors)")
    #expect(installed.lines == ["org.example.Tiny"])
    #expect(try await lockhost("list").output.contains("(camera app)"))
    #expect(try await lockhost("state").output.contains("org.example.Tiny"))
    // An installed app must ask; one that is given by path is being developed.
    #expect(
      try await lockhost("info", "org.example.Tiny").output.contains(
        "camera       not-determined"))
    #expect(try await lockhost("info", app).output.contains("camera       authorized"))
    // Again, in place of the old one.
    #expect(try await lockhost("install", app).status == 0)
    #expect(try await lockhost("list", "--json").output.contains("org.example.Tiny"))
    #expect(try await lockhost("uninstall", "org.example.Tiny").status == 0)
    #expect(
      try await lockhost("list", "--json").lines == [#"{"items":[],"schema":"lockhost.apps/1"}"#])
    #expect(try await lockhost("state").output.contains("the sample"))
    #expect(scratch.contents(of: "state/devices/default/apps").isEmpty)
  }

  @Test("what is not installed is named with its nearest neighbour")
  func missing() async throws {
    #expect(try await lockhost("install", makeApp("Tiny")).status == 0)
    let run = try await lockhost("uninstall", "org.example.Tiyn")
    #expect(run.status == 65)
    #expect(run.errors.contains("did you mean `org.example.Tiny`?"))
  }

  @Test("a link in a bundle is refused, and the installed one stays")
  func link() async throws {
    let app = try makeApp("Tiny")
    #expect(try await lockhost("install", app).status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: app + "/passwords", withDestinationPath: "/etc/passwd")
    let run = try await lockhost("install", app)
    #expect(run.status == 65)
    #expect(run.errors.contains("error[LH"), "\(run.errors)")
    let left = scratch.contents(of: "state/devices/default/apps")
    #expect(
      left == [
        "org.example.Tiny.app", "org.example.Tiny.app/Info.plist", "org.example.Tiny.app/Tiny",
      ])
  }
}
