// SPDX-License-Identifier: MIT

import Foundation
import LockedCameraCapture
import LockhostGuest
import LockhostWire
import Testing

@Suite("The capture manager", .timeLimit(.minutes(1)))
struct ManagerTests {
  private func describe(_ update: LockedCameraCaptureManager.SessionContentUpdate) -> String {
    switch update {
    case .initial(let urls): "initial \(urls.map(\.lastPathComponent))"
    case .added(let url): "added \(url.lastPathComponent)"
    case .removed(let url): "removed \(url.lastPathComponent)"
    }
  }

  private func makeHost(_ paths: [String]) throws -> (TestHost, LockedCameraCaptureManager) {
    let host = try TestHost(launch: TestHost.context(role: .app, sessionContentPaths: paths))
    return (host, LockedCameraCaptureManager(connection: try host.connect(role: .app)))
  }

  @Test("updates begin with what is there and go on with each change, told once")
  func updates() async throws {
    let (host, manager) = try makeHost(["/content/a", "/content/b/"])
    #expect(manager.sessionContentURLs.map(\.path) == ["/content/a", "/content/b"])
    var updates = manager.sessionContentUpdates.makeAsyncIterator()
    #expect(await updates.next(isolation: nil).map(describe) == #"initial ["a", "b"]"#)
    // The host repeats what the launch told, then tells what is new.
    try host.post(
      .sessionContent,
      SessionContentChange(change: .initial, paths: ["/content/a", "/content/b"]))
    try host.post(.sessionContent, SessionContentChange(change: .added, paths: ["/content/c"]))
    try host.post(.sessionContent, SessionContentChange(change: .added, paths: ["/content/c"]))
    try host.post(.sessionContent, SessionContentChange(change: .removed, paths: ["/content/a"]))
    try host.post(.sessionContent, SessionContentChange(change: .initial, paths: ["/content/d"]))
    var seen: [String] = []
    for _ in 0..<5 { seen.append(await updates.next(isolation: nil).map(describe) ?? "end") }
    #expect(seen == ["added c", "removed a", "removed b", "removed c", "added d"])
    #expect(manager.sessionContentURLs.map(\.lastPathComponent) == ["d"])
  }

  @Test("every observer gets all updates, a late one what is there then") func observers()
    async throws
  {
    let (host, manager) = try makeHost([])
    var first = manager.sessionContentUpdates.makeAsyncIterator()
    #expect(await first.next(isolation: nil).map(describe) == "initial []")
    try host.post(.sessionContent, SessionContentChange(change: .added, paths: ["/content/a"]))
    #expect(await first.next(isolation: nil).map(describe) == "added a")
    var second = manager.sessionContentUpdates.makeAsyncIterator()
    #expect(await second.next(isolation: nil).map(describe) == #"initial ["a"]"#)
    try host.post(.sessionContent, SessionContentChange(change: .removed, paths: ["/content/a"]))
    #expect(await first.next(isolation: nil).map(describe) == "removed a")
    #expect(await second.next(isolation: nil).map(describe) == "removed a")
  }

  @Test("invalidating removes a known folder, and ignores any other URL") func invalidate()
    async throws
  {
    let (host, manager) = try makeHost(["/content/a b"])
    var updates = manager.sessionContentUpdates.makeAsyncIterator()
    _ = await updates.next(isolation: nil)
    try await manager.invalidateSessionContent(at: URL(filePath: "/etc"))
    #expect(host.count(.sessionContentInvalidate) == 0)
    try await manager.invalidateSessionContent(at: manager.sessionContentURLs[0])
    let asked = try SessionContentInvalidate(
      body: await host.next(.sessionContentInvalidate).body)
    #expect(asked.path == "/content/a b")
    #expect(await updates.next(isolation: nil).map(describe) == "removed a b")
    #expect(manager.sessionContentURLs.isEmpty)
  }

  @Test("a folder that the system cannot remove stays") func refused() async throws {
    let (host, manager) = try makeHost(["/content/a"])
    host.answer(.sessionContentInvalidate) { _, _ in .failure(WireFailure(.busy, "in use")) }
    await #expect(throws: (any Error).self) {
      try await manager.invalidateSessionContent(at: manager.sessionContentURLs[0])
    }
    #expect(manager.sessionContentURLs.count == 1)
  }

  @Test("delaying the appearance is told, begin and end") func delay() async throws {
    let (host, manager) = try makeHost([])
    manager.beginDelayingAppearance()
    manager.endDelayingAppearance()
    #expect(try DelayAppearance(body: await host.next(.delayAppearance).body).begin)
    #expect(try !DelayAppearance(body: await host.next(.delayAppearance).body).begin)
  }
}
