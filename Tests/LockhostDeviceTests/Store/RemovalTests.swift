// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Removing what is stored of sessions") struct RemovalTests {
  let fixture: StoreFixture
  var sessions: SessionStore { fixture.store.sessions }

  init() throws { fixture = try StoreFixture() }

  /// A session that has ended.
  private func ended() throws -> String {
    let session = try sessions.create(fixture.request)
    try session.finish(session.record)
    return session.id
  }

  /// What is below the device's folder that a session could have left.
  private func traces() -> [String] {
    fixture.scratch.contents(of: "state/devices/default/sessions")
      + fixture.scratch.contents(of: "state/devices/default/unfinished")
  }

  @Test("takes the one that is meant, and what it captured stays")
  func one() throws {
    let session = try sessions.create(fixture.request)
    try StoreFixture.guestFile(FileName(literal: "IMG_0001.jpg"), in: session)
    _ = try session.handOver(to: fixture.container())
    try session.finish(session.record)
    let other = try ended()
    #expect(try Set(sessions.ended()) == [session.id, other])
    try sessions.remove(session.id)
    #expect(try sessions.list().map(\.id) == [other])
    #expect(traces() == [other, "\(other)/record.json"])
    #expect(fixture.arrived() == [session.id, "\(session.id)/IMG_0001.jpg"])
    let error = #expect(throws: DeviceError.self) { try sessions.remove(session.id) }
    #expect(error?.code == .sessionNotFound)
  }

  @Test("leaves a session that runs, or whose content has not arrived")
  func unfinished() throws {
    let running = try sessions.create(fixture.request)
    let waiting = try sessions.create(fixture.request)
    try StoreFixture.guestFile(FileName(literal: "IMG_0001.jpg"), in: waiting)
    try waiting.finish(waiting.record)
    let before = traces()
    for id in [running.id, waiting.id] {
      let error = #expect(throws: DeviceError.self) { try sessions.remove(id) }
      #expect(error?.code == .sessionLive, "\(id)")
    }
    #expect(try sessions.ended().isEmpty)
    #expect(traces() == before)
    try running.finish(running.record)
    #expect(try sessions.ended() == [running.id])
  }

  @Test("goes by the time in the identifier, and takes nobody else's folder")
  func age() throws {
    let now = try ended()
    let folder = fixture.store.path + "/sessions"
    for name in ["20200101-000000-0badcafe", "20200101-000000-notes", "19990101"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
    }
    #expect(try sessions.ended(before: .seconds(86_400)) == ["20200101-000000-0badcafe"])
    #expect(try sessions.ended(before: .seconds(1_000_000_000_000)).isEmpty)
    #expect(try sessions.ended() == ["20200101-000000-0badcafe", now])
  }

  @Test("that was cut short is finished by the next start, and makes nothing of the session")
  func cutShort() throws {
    // As a process leaves it that is killed between its rename and its end.
    let id = try ended()
    let device = fixture.store.path
    let name = id + ".removed"
    try Data().write(to: URL(filePath: "\(device)/unfinished/\(name)"))
    try FileManager.default.moveItem(
      atPath: "\(device)/sessions/\(id)", toPath: "\(device)/sessions/.creating-\(name)")
    #expect(try fixture.store.collectAbandoned().isEmpty)
    #expect(traces().isEmpty)
    // And before it.
    let whole = try ended()
    try Data().write(to: URL(filePath: "\(device)/unfinished/\(whole).removed"))
    #expect(try fixture.store.collectAbandoned().isEmpty)
    #expect(traces() == [whole, "\(whole)/record.json"])
  }
}
