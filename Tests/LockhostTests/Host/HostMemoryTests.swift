// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostTesting
import LockhostWire
import Testing

@testable import Lockhost

@Suite("What a host knows from one launch to the next") struct HostMemoryTests {
  private let scratch: ScratchFolder
  private let memory = HostMemory()

  init() throws { scratch = try ScratchFolder() }

  private func store() throws -> DeviceStore {
    try memory.store(root: scratch.path("state"), device: "default")
  }

  @Test("the open device and its library, as long as they are where they were")
  func device() throws {
    // Its own lock and filters come with the first, which changes the folders.
    _ = try memory.device(of: try store())
    let first = try memory.device(of: try store())
    let again = try memory.device(of: try store())
    #expect(first.library === again.library)
    try FileManager.default.removeItem(atPath: scratch.path("state/devices/default/photos"))
    #expect(!first.library.isInPlace)
    let other = try memory.device(of: try store())
    #expect(other.library !== first.library)
    #expect(other.library.isInPlace)
    try FileManager.default.removeItem(atPath: scratch.path("state"))
    let fresh = try memory.device(of: try store())
    #expect(try fresh.library.records().isEmpty)
    #expect(FileManager.default.fileExists(atPath: scratch.path("state/devices/default/sessions")))
  }

  @Test("the settings, until another process changes them")
  func settings() async throws {
    let store = try store()
    #expect(try memory.settings(of: store).cameraSource == nil)
    try store.updateSettings { $0.cameraSource = "color:#010203" }
    try await Task.sleep(for: .milliseconds(2_100))
    for _ in 0..<2 { #expect(try memory.settings(of: store).cameraSource == "color:#010203") }
    let other = try DeviceStore.open(root: scratch.path("state"))
    try other.updateSettings { $0.cameraSource = "color:#040506" }
    #expect(try memory.settings(of: store).cameraSource == "color:#040506")
  }

  @Test("that it has looked for what dead hosts left, for each device once")
  func collection() throws {
    let store = try store()
    #expect(!memory.notesCollection(of: store))
    #expect(memory.notesCollection(of: store))
    let other = try memory.store(root: scratch.path("state"), device: "other")
    #expect(!memory.notesCollection(of: other))
  }

  @Test("what guests are told, which is what would be encoded for each of them")
  func contexts() throws {
    let contexts = LaunchContexts()
    func context(_ session: String, _ bundle: String) -> LaunchContext {
      LaunchContext(
        protocolVersion: 1, role: .extension, session: session, bundleIdentifier: bundle,
        bundlePath: "/bundle", containerPath: "/container",
        cameras: CameraProfile.standard.cameras.map(\.description))
    }
    for told in [
      context("20260518-1", "org.one"), context("20260518-2", "org.one"),
      context("20260518-3", "org.two"), context("20260518-44", "org.two"),
      context("20260518-55", "org.\"session\":\""), context("20260518-66", "org.\"session\":\""),
    ] {
      #expect(try contexts.body(of: told) == told.encodedBody())
    }
  }

  @Test("hellos, which say what their bytes say")
  func hellos() throws {
    for role in [GuestRole.extension, .app, .extension] {
      let hello = Hello(protocolMinimum: 1, protocolMaximum: 1, role: role, sdk: "test")
      for _ in 0..<2 { #expect(try Hello.reading(hello.encodedBody()) == hello) }
    }
    #expect(throws: WireError.self) { try Hello.reading(Array("{}".utf8)) }
  }
}
