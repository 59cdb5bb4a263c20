// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

@testable import LockhostDevice

@Suite("The gallery of controls") struct ControlGalleryTests {
  private static func control(
    _ kind: String, name: String = "Take a Photo", picture: String? = nil
  ) -> StoredControls.Control {
    StoredControls.Control(
      kind: kind, displayName: name, explanation: "Opens the camera.", title: "Photo",
      symbol: picture == nil ? "camera" : nil, picture: picture, intent: "CaptureIntent",
      isCapture: true, opensApplication: true)
  }

  private static func install(
    _ store: DeviceStore, _ controls: [StoredControls.Control],
    of identifier: String = "com.example.camera"
  ) throws -> AppBundle {
    let fixture = try BundleFixture(identifier: identifier)
    let app = try AppBundle.load(at: fixture.path)
    try store.setControls(
      [.init(identifier: "\(identifier).control", controls: controls)], of: app)
    return app
  }

  @Test("the app's name stands before the control's, and the label's text where it has no name")
  func names() throws {
    let scratch = try ScratchFolder()
    let store = try DeviceStore.open(root: scratch.path("state"))
    _ = try Self.install(store, [Self.control("a"), Self.control("b", name: "")])
    let items = try store.controlGallery().flatMap(\.items)
    #expect(items.map(\.name) == ["Camera Take a Photo", "Camera Photo"])
    #expect(items.map(\.reference.kind) == ["a", "b"])
  }

  @Test("an icon stays what it was when the app was installed, until it is installed again")
  func icons() throws {
    let scratch = try ScratchFolder()
    let store = try DeviceStore.open(root: scratch.path("state"))
    let fixture = try BundleFixture()
    let app = try AppBundle.load(at: fixture.path)
    let widgets = [
      StoredControls.Widget(
        identifier: "com.example.camera.control", controls: [Self.control("a", picture: "shutter")])
    ]
    try store.setControls(widgets, of: app)
    #expect(try store.control(named: "a").icon.text == "?")
    try Data(ControlIconTests.template.utf8).write(
      to: URL(fileURLWithPath: fixture.control + "/shutter.svg"))
    #expect(try store.control(named: "a").icon.text == "?")
    try store.setControls(widgets, of: app)
    #expect(try store.control(named: "a").icon.text == "shutter")
  }

  @Test("a kind that two apps have needs the app's name")
  func ambiguous() throws {
    let scratch = try ScratchFolder()
    let store = try DeviceStore.open(root: scratch.path("state"))
    _ = try Self.install(store, [Self.control("open")], of: "com.example.one")
    _ = try Self.install(store, [Self.control("open")], of: "com.example.two")
    let error = #expect(throws: DeviceError.self) { try store.control(named: "open") }
    #expect(error?.code == .controlNotFound)
    #expect(error?.fix.contains("com.example.one/open") == true)
    #expect(
      try store.control(named: "com.example.two/open").reference.application == "com.example.two")
    #expect(throws: DeviceError.self) { try store.control(named: "nothing") }
  }

  @Test("places hold one control each, Control Center several up to its limit")
  func slots() {
    var slots = ControlSlots()
    let first = ControlReference(application: "a", kind: "1")
    let second = ControlReference(application: "b", kind: "2")
    for slot in ControlSlot.allCases {
      #expect(slots[slot].isEmpty)
      let isTaken = [slots.assign(first, to: slot), slots.assign(second, to: slot)]
      #expect(isTaken == [true, true])
      #expect(slots[slot] == (slot == .controlCenter ? [first, second] : [second]))
    }
    let isThereAlready = slots.assign(first, to: .controlCenter)
    #expect(isThereAlready && slots[.controlCenter].count == 2)
    for number in 3...ControlSlots.controlCenterLimit {
      let hasRoom = slots.assign(.init(application: "c", kind: "\(number)"), to: .controlCenter)
      #expect(hasRoom)
    }
    let hasRoom = slots.assign(.init(application: "c", kind: "more"), to: .controlCenter)
    #expect(!hasRoom)
    slots.remove(application: "b")
    #expect(slots[.lockScreenLeft].isEmpty)
    #expect(slots[.controlCenter].count == ControlSlots.controlCenterLimit - 1)
    slots.clear(.controlCenter)
    #expect(slots[.controlCenter].isEmpty)
  }

  @Test("an app that is removed leaves no control behind")
  func removal() throws {
    let scratch = try ScratchFolder()
    let store = try DeviceStore.open(root: scratch.path("state"))
    let app = try Self.install(store, [Self.control("a")])
    try store.updateSettings { settings in
      var slots = ControlSlots()
      _ = slots.assign(.init(application: app.identifier, kind: "a"), to: .actionButton)
      settings.controlSlots = slots
    }
    try store.removeControls(of: app.identifier)
    #expect(try store.controlGallery().isEmpty)
    #expect(try store.settings().controlSlots?[.actionButton] == [])
    try store.removeControls(of: app.identifier)
  }

  @Test("settings of a lockhost without controls are still read")
  func oldSettings() throws {
    let scratch = try ScratchFolder()
    let store = try DeviceStore.open(root: scratch.path("state"))
    try scratch.write(
      """
      {"applicationUsers":{},"grantsDevelopmentBundles":true,"lockState":"unlocked",
      "permissions":{},"version":1}
      """, to: "state/devices/default/settings.json")
    let settings = try store.settings()
    #expect(settings.lockState == .unlocked)
    #expect(settings.controlSlots == nil)
  }
}
