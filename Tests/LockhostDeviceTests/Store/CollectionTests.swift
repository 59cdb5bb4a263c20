// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostSystem
import LockhostTesting
import Testing

/// A host that is killed between any two steps of a session, and the start after it.
@Suite("Abandoned sessions", .timeLimit(.minutes(5))) struct CollectionTests {
  /// How far a host gets before it is killed.
  enum Step: String, CaseIterable, Sendable {
    case created, noted, written, containerMade, dead, wiped, handedOver, recorded
  }

  /// A host's life in a process of its own, up to a step; then SIGKILL, as nothing else is as rude.
  fileprivate static func live(in root: String, until last: Step) throws {
    let store = try DeviceStore.open(root: root)
    let fixture = try StoreFixture()
    func reach(_ step: Step) { if step == last { kill(getpid(), SIGKILL) } }
    let session = try store.sessions.create(fixture.request)
    reach(.created)
    var record = session.record
    record.timeline.presented = 1_000
    try session.note(record)
    if last != .recorded {
      // As a writer leaves it that is killed before its rename.
      try Data("half".utf8).write(
        to: URL(fileURLWithPath: session.path + "/.lh-new-0123456789abcdef"))
    }
    reach(.noted)
    try StoreFixture.guestFile(FileName(literal: "IMG_0001.jpg"), in: session)
    reach(.written)
    let container = try session.makeContainer()
    try Data("secret".utf8).write(to: URL(fileURLWithPath: container + "/cache"))
    reach(.containerMade)
    reach(.dead)
    _ = try session.wipeContainer()
    reach(.wiped)
    record.take(try session.handOver(to: store.container(of: StoreFixture.application)))
    reach(.handedOver)
    record.reason = .dismissed
    try session.finish(record)
    reach(.recorded)
  }

  @Test("are not begun anew by what is noted after their end")
  func notedLate() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    try session.finish(session.record)
    try session.note(session.record)
    let folder = "state/devices/default/sessions/\(session.id)"
    #expect(fixture.scratch.contents(of: folder) == ["record.json"])
  }

  @Test("lose nothing and leave nothing, wherever the host was killed", arguments: Step.allCases)
  func killed(step: Step) async throws {
    let fixture = try StoreFixture()
    let marker: String = fixture.scratch.path
    let name: String = step.rawValue
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [name = name as String, marker = marker as String] in
      guard let step = CollectionTests.Step(rawValue: name) else { exit(0) }
      try CollectionTests.live(in: marker + "/state", until: step)
    }

    let collected = try fixture.store.collectAbandoned()
    #expect(collected.allSatisfy { $0.problem == nil }, "\(collected)")
    let entries = try fixture.store.sessions.list()
    let entry = try #require(entries.first)
    #expect(entries.count == 1)
    #expect(entry.state == .ended)
    let record = try #require(entry.record)
    #expect(record.reason == (step == .recorded ? .dismissed : .interrupted))
    #expect(record.application == StoreFixture.application)
    if step != .created { #expect(record.timeline.presented == 1_000) }
    let hasPhoto = step != .created && step != .noted
    #expect(
      fixture.arrived() == (hasPhoto ? [entry.id, "\(entry.id)/IMG_0001.jpg"] : []))
    #expect(
      fixture.scratch.contents(of: "state/devices/default/sessions") == [
        entry.id, "\(entry.id)/record.json",
      ])
    #expect(fixture.scratch.contents(of: "state/users") == [])
    #expect(fixture.scratch.contents(of: "state/devices/default/unfinished") == [])

    // A second start finds nothing to do, and doubles nothing.
    #expect(try fixture.store.collectAbandoned().isEmpty)
    #expect(fixture.arrived().count == (hasPhoto ? 2 : 0))
  }

  @Test("of a live host are not touched")
  func live() throws {
    let fixture = try StoreFixture()
    let session = try fixture.store.sessions.create(fixture.request)
    try StoreFixture.guestFile(FileName(literal: "IMG_0001.jpg"), in: session)
    let before = fixture.scratch.contents()
    #expect(try fixture.store.collectAbandoned().isEmpty)
    #expect(fixture.scratch.contents() == before)
    withExtendedLifetime(session) {}
  }

  @Test("whose lock a sandbox still holds are not touched")
  func heldBySandbox() throws {
    let fixture = try StoreFixture()
    var session: SessionFolder? = try fixture.store.sessions.create(fixture.request)
    var copy = try session.map { SharedDescriptor(try $0.lockDescriptor.duplicate()) }
    session = nil
    #expect(try fixture.store.collectAbandoned().isEmpty)
    #expect(copy != nil)
    copy = nil
    #expect(try fixture.store.collectAbandoned().count == 1)
  }

  @Test("with a damaged draft keep their content, and say so")
  func lostDraft() throws {
    let fixture = try StoreFixture()
    var session: SessionFolder? = try fixture.store.sessions.create(fixture.request)
    let path = try #require(session?.path)
    if let session { try StoreFixture.guestFile(FileName(literal: "IMG_0001.jpg"), in: session) }
    session = nil
    try Data("{".utf8).write(to: URL(fileURLWithPath: path + "/draft.json"))
    let collected = try fixture.store.collectAbandoned()
    #expect(collected.map(\.problem?.code) == [.handOverFailed])
    #expect(FileManager.default.fileExists(atPath: path + "/content/IMG_0001.jpg"))
  }

  @Test("that were being made are removed")
  func unfinished() throws {
    let fixture = try StoreFixture()
    let folder = fixture.store.path + "/sessions/.creating-20260101-000000-12345678"
    try FileManager.default.createDirectory(
      atPath: folder + "/content", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder + "/lock"))
    let marker = fixture.store.path + "/unfinished/20260101-000000-12345678"
    try Data().write(to: URL(fileURLWithPath: marker))
    #expect(try fixture.store.collectAbandoned().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(!FileManager.default.fileExists(atPath: marker))
  }

  @Test("are finished once when several processes start together")
  func race() async throws {
    let fixture = try StoreFixture()
    for number in 0..<20 {
      let session = try fixture.store.sessions.create(fixture.request)
      try StoreFixture.guestFile(#require(FileName("IMG_\(number).jpg")), in: session)
    }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let store = try DeviceStore.open(root: fixture.store.root)
          let collected = try store.collectAbandoned()
          #expect(collected.allSatisfy { $0.problem == nil }, "\(collected)")
          return collected.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.reduce(0, +) == 20)
    #expect(fixture.arrived().count == 40)
  }

  @Test("are not taken for what other starts are just making")
  func creatingWhileCollecting() async throws {
    let fixture = try StoreFixture()
    let makers = 6
    let rounds = 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<makers {
        group.addTask {
          // As in processes of their own: each has its own descriptors and so its own locks.
          let store = try DeviceStore.open(root: fixture.store.root)
          for _ in 0..<rounds {
            #expect(try store.collectAbandoned().isEmpty)
            let session = try store.sessions.create(fixture.request)
            #expect(FileManager.default.fileExists(atPath: session.contentPath))
            var record = session.record
            record.take(try session.handOver(to: store.container(of: StoreFixture.application)))
            try session.finish(record)
          }
        }
      }
      try await group.waitForAll()
    }
    let ended = try fixture.store.sessions.list().filter { $0.state == .ended }
    #expect(ended.count == makers * rounds)
    #expect(fixture.scratch.contents(of: "state/devices/default/unfinished") == [])
  }
}
