// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostSystem
import LockhostTesting
import Testing

@Suite("A session's folder that was made before the session") struct PreparedSessionTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// What is below the device's folder that a session could have left.
  private func traces() -> [String] {
    fixture.scratch.contents(of: "state/devices/default/sessions")
      + fixture.scratch.contents(of: "state/devices/default/unfinished")
  }

  @Test("is no session until it begins, and then the newest")
  func begins() throws {
    let sessions = fixture.store.sessions
    let prepared = try sessions.prepare()
    let earlier = try sessions.create(fixture.request)
    #expect(try sessions.list().map(\.id) == [earlier.id])
    // Identifiers are of whole seconds; what counts is that it is not of the time of its making.
    let later = try sessions.begin(fixture.request, in: prepared)
    #expect(try Set(sessions.list().map(\.id)) == [earlier.id, later.id])
    #expect(later.contentIdentity == (try Directory.open(path: later.contentPath).facts().identity))
    #expect(later.record.application == StoreFixture.application)
    #expect(later.userIdentifier == prepared.userIdentifier)
    try StoreFixture.guestFile(FileName(literal: "IMG_0001.jpg"), in: later)
    _ = try later.handOver(to: fixture.container())
    try later.finish(later.record)
    #expect(fixture.arrived() == [later.id, "\(later.id)/IMG_0001.jpg"])
    prepared.discard()
    #expect(try sessions.record(of: later.id).reason == .interrupted)
  }

  @Test("leaves nothing when it is discarded")
  func discarded() throws {
    let before = traces()
    let prepared = try fixture.store.sessions.prepare()
    #expect(traces().count > before.count)
    prepared.discard()
    #expect(traces() == before)
  }

  @Test("stays while its host lives, and goes with the next start when the host was killed")
  func abandoned() async throws {
    let kept = try fixture.store.sessions.prepare()
    let root: String = fixture.scratch.path("state")
    await #expect(processExitsWith: .signal(SIGKILL)) { [root = root as String] in
      let lost = try DeviceStore.open(root: root).sessions.prepare()
      withExtendedLifetime(lost) { _ = kill(getpid(), SIGKILL) }
    }
    #expect(traces().count { $0.hasPrefix(".creating-") && !$0.contains("/") } == 2)
    #expect(try fixture.store.collectAbandoned().isEmpty)
    #expect(traces().count { $0.hasPrefix(".creating-") && !$0.contains("/") } == 1)
    #expect(try fixture.store.sessions.list().isEmpty)
    let session = try fixture.store.sessions.begin(fixture.request, in: kept)
    #expect(try fixture.store.sessions.list().map(\.id) == [session.id])
  }
}
