// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Device stores", .timeLimit(.minutes(5))) struct DeviceStoreTests {
  @Test(
    "lie where --set, $LOCKHOST_HOME, $XDG_STATE_HOME or $HOME say, in this order",
    arguments: [
      ("/set", ["LOCKHOST_HOME": "/home1", "XDG_STATE_HOME": "/xdg", "HOME": "/h"], "/set"),
      (nil, ["LOCKHOST_HOME": "/home1", "XDG_STATE_HOME": "/xdg", "HOME": "/h"], "/home1"),
      (nil, ["XDG_STATE_HOME": "/xdg/", "HOME": "/h"], "/xdg/lockhost"),
      (nil, ["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/lockhost"),
      (nil, ["LOCKHOST_HOME": "", "HOME": "/h"], "/h/.local/state/lockhost"),
    ] as [(String?, [String: String], String)])
  func root(set: String?, environment: [String: String], path: String) throws {
    #expect(try DeviceStore.rootPath(set: set, environment: environment) == path)
  }

  @Test("without any of these say so")
  func noRoot() {
    let error = #expect(throws: DeviceError.self) {
      try DeviceStore.rootPath(set: nil, environment: [:])
    }
    #expect(error?.code == .noHome)
  }

  @Test("are made for their user alone")
  func modes() throws {
    let fixture = try StoreFixture()
    for path in [fixture.store.root, fixture.store.path, fixture.store.photosPath] {
      #expect(try Directory.open(path: path).facts().permissions == 0o700, "\(path)")
    }
  }

  @Test("of somebody else, or open to others, are refused")
  func notPrivate() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("state")
    _ = try DeviceStore.open(root: path)
    try Directory.open(path: path).setPermissions(0o777)
    let error = #expect(throws: DeviceError.self) { try DeviceStore.open(root: path) }
    #expect(error?.code == .storeNotPrivate)
  }

  @Test(
    "that are not writable say so",
    .enabled(if: !CurrentUser.isRoot, "root may write everywhere"))
  func notWritable() throws {
    let scratch = try ScratchFolder()
    try Directory.open(path: scratch.path).setPermissions(0o500)
    let error = #expect(throws: DeviceError.self) {
      try DeviceStore.open(root: scratch.path("state"))
    }
    try Directory.open(path: scratch.path).setPermissions(0o700)
    #expect(error?.code == .storeNotWritable)
  }

  @Test("in a place that can hold nothing say so")
  func impossible() {
    let error = #expect(throws: DeviceError.self) { try DeviceStore.open(root: "/proc/lockhost") }
    #expect(error?.code == .storeUnreadable || error?.code == .storeNotWritable)
    #expect(error?.path == "/proc/lockhost")
  }

  @Test("on a full disk say so", .enabled(if: CurrentUser.isRoot, "not root"))
  func full() async {
    await #expect(processExitsWith: .success) {
      let scratch = try ScratchFolder()
      guard SmallDisk.mount(over: scratch.path, kibibytes: 64) else { exit(2) }
      let store = try DeviceStore.open(root: scratch.path("state"))
      try store.updateSettings { $0.lockState = .unlocked }
      let filler = try Directory.open(path: scratch.path)
        .makeFile(FileName(literal: "filler"), permissions: 0o600)
      while (try? filler.writeAll([UInt8](repeating: 0, count: 1_024))) != nil {}
      do throws(DeviceError) {
        try store.updateSettings { $0.lockState = .locked }
        exit(3)
      } catch {
        guard error.code == .storeFull, error.fix.contains("space") else { exit(4) }
      }
      // Nothing is lost by it.
      guard try store.settings().lockState == .unlocked else { exit(5) }
    }
  }

  @Test(
    "on a full disk have room for a session's record", .enabled(if: CurrentUser.isRoot, "not root"))
  func fullAtTheEnd() async {
    await #expect(processExitsWith: .success) {
      let scratch = try ScratchFolder()
      guard SmallDisk.mount(over: scratch.path, kibibytes: 256) else { exit(2) }
      let store = try DeviceStore.open(root: scratch.path("state"))
      let session = try store.sessions.create(StoreFixture().request)
      let filler = try Directory.open(path: scratch.path)
        .makeFile(FileName(literal: "filler"), permissions: 0o600)
      while (try? filler.writeAll([UInt8](repeating: 0, count: 512))) != nil {}
      var record = session.record
      record.reason = .dismissed
      try session.finish(record)
      guard try store.sessions.record(of: session.id).reason == .dismissed else { exit(3) }
      guard scratch.contents(of: "state/devices/default/sessions/\(session.id)") == ["record.json"]
      else { exit(4) }
    }
  }

  @Test("have names that cannot lead elsewhere", arguments: ["", ".", "..", "a/b", "../x", "a b"])
  func names(name: String) throws {
    let scratch = try ScratchFolder()
    let error = #expect(throws: DeviceError.self) {
      try DeviceStore.open(root: scratch.path("state"), device: name)
    }
    #expect(error?.code == .nameInvalid)
  }

  @Test("keep settings, also for another process")
  func settings() throws {
    let fixture = try StoreFixture()
    #expect(try fixture.store.settings() == DeviceSettings())
    try fixture.store.updateSettings { $0.lockState = .unlocked }
    let other = try DeviceStore.open(root: fixture.store.root)
    #expect(try other.settings().lockState == .unlocked)
  }

  @Test("lose no change when many change at once")
  func concurrentChanges() async throws {
    let fixture = try StoreFixture()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let store = try DeviceStore.open(root: fixture.store.root)
          try store.setPermission(
            .camera, of: "com.example.app\(number)",
            to: PermissionGrant(status: .denied, origin: "a test"))
        }
      }
      try await group.waitForAll()
    }
    #expect(try fixture.store.settings().permissions.count == 40)
  }

  @Test(
    "set damaged settings aside, say so once, and lose nothing",
    arguments: ["", "{", "[]", "{\"version\":1}", "{\"version\":1,\"lockState\":\"ajar\"}", "\0\0"])
  func damaged(text: String) throws {
    let fixture = try StoreFixture()
    try fixture.store.updateSettings { $0.lockState = .unlocked }
    let file = fixture.store.path + "/settings.json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let error = #expect(throws: DeviceError.self) { try fixture.store.settings() }
    #expect(error?.code == .settingsCorrupt)
    #expect(try fixture.store.settings() == DeviceSettings())
    let aside = try FileManager.default.contentsOfDirectory(atPath: fixture.store.path)
      .filter { $0.hasPrefix("settings.damaged-") }
    #expect(aside.count == 1)
    let kept = try String(
      contentsOfFile: fixture.store.path + "/" + #require(aside.first), encoding: .utf8)
    #expect(kept == text)
  }

  @Test("leave settings of a newer lockhost alone")
  func future() throws {
    let fixture = try StoreFixture()
    let file = fixture.store.path + "/settings.json"
    try Data("{\"version\":2,\"new\":true}".utf8).write(to: URL(fileURLWithPath: file))
    for _ in 0..<2 {
      let error = #expect(throws: DeviceError.self) { try fixture.store.settings() }
      #expect(error?.code == .settingsFromTheFuture)
    }
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test("grant what is being developed the camera and photo adding, and say why")
  func developmentGrants() throws {
    let fixture = try StoreFixture()
    let bundle = try AppBundle.load(at: BundleFixture(fixture.scratch).path)
    let grants = try fixture.store.permissions(of: bundle, origin: .path)
    #expect(grants[.camera]?.status == .authorized)
    #expect(grants[.camera]?.origin == "development bundle given by path")
    #expect(grants[.photosAdd]?.status == .authorized)
    #expect(grants[.microphone]?.status == .notDetermined)
    let decision = LaunchDecision.decide(
      DecisionInput(
        lockState: .locked, entryPoint: .cameraControl, bundle: bundle, permissions: grants))
    #expect(decision.target == .extension)
    #expect(
      decision.rules.first { $0.id == "permission.camera" }?.detail
        == "granted: development bundle given by path")
  }

  @Test("make an installed app ask")
  func installedAsks() throws {
    let fixture = try StoreFixture()
    let bundle = try AppBundle.load(at: BundleFixture(fixture.scratch).path)
    let grants = try fixture.store.permissions(of: bundle, origin: .installed)
    #expect(grants[.camera]?.status == .notDetermined)
    #expect(
      LaunchDecision.decide(
        DecisionInput(
          lockState: .locked, entryPoint: .cameraControl, bundle: bundle, permissions: grants)
      ).settledBy?.id == "permission.camera")
  }

  @Test("hold the person's answer above all else")
  func answers() throws {
    let fixture = try StoreFixture()
    let bundle = try AppBundle.load(at: BundleFixture(fixture.scratch).path)
    let denied = PermissionGrant(status: .denied, origin: "a test")
    try fixture.store.setPermission(.camera, of: bundle.identifier, to: denied)
    #expect(try fixture.store.permissions(of: bundle, origin: .path)[.camera] == denied)
    try fixture.store.setPermission(.camera, of: bundle.identifier, to: nil)
    #expect(
      try fixture.store.permissions(of: bundle, origin: .sample)[.camera]?.status == .authorized)
    try fixture.store.updateSettings { $0.grantsDevelopmentBundles = false }
    #expect(
      try fixture.store.permissions(of: bundle, origin: .path)[.camera]?.status == .notDetermined)
  }

  @Test("give each app a container that stays, as root with a user of its own")
  func containers() throws {
    let fixture = try StoreFixture()
    let first = try fixture.container()
    let again = try fixture.container()
    let other = try fixture.store.container(of: "com.example.other")
    #expect(first.identity == again.identity)
    #expect(first.userIdentifier == again.userIdentifier)
    #expect(first.identity != other.identity)
    if CurrentUser.isRoot {
      #expect(first.userIdentifier != other.userIdentifier)
      #expect(try first.directory.facts().user == first.userIdentifier)
      #expect((first.userIdentifier ?? 0) > 0)
    } else {
      #expect(first.userIdentifier == nil)
    }
  }
}
