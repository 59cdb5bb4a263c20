// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Sessions", .timeLimit(.minutes(5))) struct SessionTests {
  private let photo = FileName(literal: "IMG_0001.jpg")

  private func finish(_ session: SessionFolder, _ fixture: StoreFixture) throws -> ExitRecord {
    var record = session.record
    record.reason = .dismissed
    record.take(try session.handOver(to: fixture.container()))
    try session.finish(record)
    return record
  }

  @Test("go from folder to record, and hand their content over")
  func whole() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    #expect(try fixture.store.sessions.list().map(\.state) == [.live])
    try StoreFixture.guestFile(photo, in: session)
    #expect(
      try Directory.open(path: session.contentPath).facts().identity == session.contentIdentity)
    let record = try finish(session, fixture)
    #expect(record.sessionContent.files == 1)
    #expect(record.sessionContent.bytes == 7)
    #expect(record.sessionContent.url?.hasPrefix("file:///") == true)
    #expect(fixture.arrived() == [session.id, "\(session.id)/IMG_0001.jpg"])
    #expect(
      fixture.scratch.contents(of: "state/devices/default/sessions") == [
        session.id, "\(session.id)/record.json",
      ])
    #expect(fixture.scratch.contents(of: "state/users") == [])
    #expect(fixture.scratch.contents(of: "state/devices/default/unfinished") == [])
    #expect(try fixture.store.sessions.list().map(\.state) == [.ended])
    #expect(try fixture.store.sessions.record(of: "last") == record)
    #expect(try fixture.store.sessions.record(of: String(session.id.suffix(8))) == record)
  }

  @Test("whose record's place was readied end as others do")
  func readied() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    session.readyRecord()
    #expect(try fixture.store.sessions.list().map(\.state) == [.live])
    let record = try finish(session, fixture)
    #expect(try fixture.store.sessions.record(of: session.id) == record)
    session.readyRecord()
    #expect(
      fixture.scratch.contents(of: "state/devices/default/sessions") == [
        session.id, "\(session.id)/record.json",
      ])
  }

  @Test("that leave nothing hand nothing over")
  func empty() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    let record = try finish(session, fixture)
    #expect(record.sessionContent.url == nil)
    #expect(fixture.arrived() == [])
  }

  @Test("name what did not arrive, with bytes escaped")
  func refusals() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    let hostile = HostileFolder(
      try Directory.open(path: session.contentPath), in: fixture.scratch)
    try hostile.specials()
    let odd = try #require(FileName(bytes: [0x61, 0xFF]))
    try hostile.link(to: "/", as: "l")
    try hostile.directory.move(
      FileName(literal: "l"), to: hostile.directory, as: odd, replacing: false)
    try StoreFixture.guestFile(photo, in: session)
    let report = try session.handOver(to: fixture.container())
    #expect(report.files == 1)
    #expect(report.refusedCount == 7)
    #expect(report.refused.contains { $0.name == "a\\xFF" && $0.kind == "symbolic-link" })
    #expect(fixture.arrived() == [session.id, "\(session.id)/IMG_0001.jpg"])
  }

  @Test("hand over once")
  func twice() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    try StoreFixture.guestFile(photo, in: session)
    #expect(try session.handOver(to: fixture.container()).files == 1)
    #expect(try session.handOver(to: fixture.container()).files == 0)
    #expect(fixture.arrived().count == 2)
  }

  @Test("give what they hand over to the app's user", .enabled(if: CurrentUser.isRoot, "not root"))
  func ownership() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    let user = try #require(session.userIdentifier)
    #expect(user >= 2_000_000_000)
    #expect(try Directory.open(path: session.contentPath).facts().user == user)
    try StoreFixture.guestFile(photo, in: session)
    let container = try fixture.container()
    let path = try #require(try session.handOver(to: container).path)
    let arrived = try Directory.open(path: path)
    #expect(try arrived.facts().user == container.userIdentifier)
    #expect(try arrived.facts(of: photo).user == container.userIdentifier)
    #expect(
      try Directory.open(path: container.path + "/SessionContent").facts().user
        == container.userIdentifier)
  }

  @Test("are not led astray by an app that put a link where its folder was")
  func hostileApp() throws {
    let fixture = try StoreFixture()
    let container = try fixture.container()
    try FileManager.default.createSymbolicLink(
      atPath: container.path + "/SessionContent", withDestinationPath: fixture.scratch.path)
    let before = fixture.scratch.contents().filter { !$0.hasPrefix("state") }
    let session = try fixture.store.sessions.create(fixture.request)
    try StoreFixture.guestFile(photo, in: session)
    #expect(try session.handOver(to: container).files == 1)
    #expect(fixture.scratch.contents().filter { !$0.hasPrefix("state") } == before)
    #expect(fixture.arrived().count == 2)
  }

  @Test("are refused the folder that an app made in their name, and get another")
  func nameTaken() throws {
    let fixture = try StoreFixture()
    let container = try fixture.container()
    let session = try fixture.store.sessions.create(fixture.request)
    try FileManager.default.createDirectory(
      atPath: container.path + "/SessionContent/\(session.id)/own",
      withIntermediateDirectories: true)
    try StoreFixture.guestFile(photo, in: session)
    #expect(try session.handOver(to: container).path?.hasSuffix("\(session.id)-1") == true)
  }

  @Test("empty their content when asked")
  func emptied() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    try StoreFixture.guestFile(photo, in: session)
    #expect(try session.emptyContent() == 1)
    #expect(
      try Directory.open(path: session.contentPath).facts().identity == session.contentIdentity)
    #expect(try session.handOver(to: fixture.container()).path == nil)
  }

  @Test("wipe a container that lies on the disk")
  func container() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    #expect(try session.wipeContainer() == nil)
    let path = try session.makeContainer()
    try Data("secret".utf8).write(to: URL(fileURLWithPath: path + "/cache"))
    let removal = try #require(try session.wipeContainer())
    #expect(removal.files == 1)
    #expect(removal.bytes == 6)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("ten at once have users and folders of their own")
  func parallel() async throws {
    let fixture = try StoreFixture()
    let sessions = try await withThrowingTaskGroup(of: SessionFolder.self) { group in
      for _ in 0..<10 {
        group.addTask {
          try DeviceStore.open(root: fixture.store.root).sessions.create(fixture.request)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(sessions.map(\.id)).count == 10)
    if CurrentUser.isRoot { #expect(Set(sessions.map(\.userIdentifier)).count == 10) }
    #expect(try fixture.store.collectAbandoned().isEmpty)
    #expect(try fixture.store.sessions.list().map(\.state) == Array(repeating: .live, count: 10))
    // Each holds its lock until here; an optimizer may let go of what is not used any more.
    withExtendedLifetime(sessions) {}
  }

  @Test("that nobody knows, or several, are an error that says so")
  func finding() throws {
    let fixture = try StoreFixture()
    for text in ["nothing", "", "last"] {
      let error = #expect(throws: DeviceError.self) {
        try fixture.store.sessions.record(of: text)
      }
      #expect(error?.code == .sessionNotFound)
    }
    let session = try fixture.store.sessions.create(fixture.request)
    let error = #expect(throws: DeviceError.self) {
      try fixture.store.sessions.record(of: session.id)
    }
    #expect(error?.code == .sessionLive)
  }
}
