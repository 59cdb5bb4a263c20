// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostDevice

@Suite("What was judged of a bundle") struct JudgedBundleTests {
  /// Longer than it takes until every change of a file shows.
  private static let settling = Duration.milliseconds(2_100)

  /// Ways to change a bundle, each where nothing else changes.
  enum Change: String, CaseIterable, Sendable {
    case info, extensionInfo, controlInfo, program, extensionProgram, mode, addition,
      extensionAddition
    case removal, replacement, hidden
  }

  private func apply(_ change: Change, to fixture: BundleFixture) throws {
    switch change {
    case .info: try fixture.edit(fixture.path) { $0["CFBundleShortVersionString"] = "2.0" }
    case .extensionInfo:
      try fixture.edit(fixture.appex) { $0["NSCameraUsageDescription"] = "For nothing" }
    case .controlInfo: try fixture.edit(fixture.control) { $0["Nobody"] = "reads this" }
    case .program: try write(to: fixture.path + "/Camera")
    case .extensionProgram: try write(to: fixture.appex + "/CameraCapture")
    case .mode: try #require(unsafe chmod(fixture.path + "/Camera", 0o700) == 0)
    case .addition:
      try FileManager.default.copyItem(
        atPath: fixture.appex, toPath: fixture.path + "/PlugIns/Other.appex")
    case .extensionAddition: try Data("1".utf8).write(to: .init(filePath: fixture.appex + "/asset"))
    case .removal: try FileManager.default.removeItem(atPath: fixture.control)
    case .replacement:
      try FileManager.default.moveItem(atPath: fixture.path, toPath: fixture.path + ".old")
      try FileManager.default.copyItem(atPath: fixture.path + ".old", toPath: fixture.path)
    case .hidden:
      var facts = stat()
      try #require(unsafe stat(fixture.path + "/Info.plist", &facts) == 0)
      let file = unsafe open(fixture.path + "/Info.plist", O_RDWR)
      defer { close(file) }
      var byte: UInt8 = 0
      try #require(unsafe pread(file, &byte, 1, 0) == 1)
      try #require(unsafe pwrite(file, &byte, 1, 0) == 1)
      var times = [facts.st_atim, facts.st_mtim]
      try #require(unsafe futimens(file, &times) == 0)
    }
  }

  /// Writes the first byte of a file again, as it was.
  private func write(to path: String) throws {
    let file = unsafe open(path, O_RDWR)
    defer { close(file) }
    var byte: UInt8 = 0
    try #require(unsafe pread(file, &byte, 1, 0) == 1)
    try #require(unsafe pwrite(file, &byte, 1, 0) == 1)
  }

  @Test("is what loading it finds, and stays true as long as nobody changes it")
  func stays() async throws {
    let fixture = try BundleFixture()
    let loaded = try AppBundle.load(at: fixture.path)
    // It was made just now: a change in the same tick of the clock would not show.
    #expect(try !JudgedBundle(at: fixture.path).isStillTrue(at: fixture.path))
    try await Task.sleep(for: Self.settling)
    let judged = try JudgedBundle(at: fixture.path)
    #expect(judged.bundle == loaded)
    #expect(judged.intents == ProgramIntents(of: loaded))
    #expect(judged.isStillTrue(at: fixture.path))
    let link = fixture.scratch.path("Link.app")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
    #expect(judged.isStillTrue(at: link))
    #expect(!judged.isStillTrue(at: fixture.scratch.path("Nowhere.app")))
    #expect(!judged.isStillTrue(at: fixture.appex))
  }

  @Test("is true no longer once anything of it was changed", arguments: Change.allCases)
  func changes(_ change: Change) async throws {
    let fixture = try BundleFixture()
    try await Task.sleep(for: Self.settling)
    let bundles = JudgedBundles()
    let judged = try bundles.bundle(at: fixture.path)
    #expect(judged.isStillTrue(at: fixture.path))
    try apply(change, to: fixture)
    #expect(!judged.isStillTrue(at: fixture.path), "\(change)")
    switch change {
    case .addition:
      // What is new is judged as well, and here it is wrong.
      #expect(throws: DeviceError.self) { try bundles.bundle(at: fixture.path) }
    default:
      #expect(try bundles.bundle(at: fixture.path).bundle == AppBundle.load(at: fixture.path))
    }
  }

  @Test("is not kept of a bundle with a mistake, and is judged again when it is mended")
  func mistakes() async throws {
    let fixture = try BundleFixture()
    try fixture.edit(fixture.path) { $0["CFBundleIdentifier"] = nil }
    try await Task.sleep(for: Self.settling)
    let bundles = JudgedBundles()
    for _ in 0..<2 {
      #expect(throws: DeviceError.self) { try bundles.bundle(at: fixture.path) }
    }
    try fixture.edit(fixture.path) { $0["CFBundleIdentifier"] = "com.example.camera" }
    #expect(try bundles.bundle(at: fixture.path).bundle.identifier == "com.example.camera")
  }
}
