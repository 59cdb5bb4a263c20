// SPDX-License-Identifier: MIT

import LockhostGuest
import LockhostWire
import Testing

@MainActor
@Suite("A guest's life", .timeLimit(.minutes(1)))
struct GuestLifecycleTests {
  @Test("present starts the scene; end runs the hooks in reverse and leaves, once")
  func life() async throws {
    let host = try TestHost()
    let connection = try host.connect()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let lifecycle = GuestLifecycle(connection: connection) { continuation.yield("leave") }
    lifecycle.onEnd { continuation.yield("first") }
    lifecycle.onEnd { continuation.yield("second") }
    lifecycle.start { continuation.yield("present") }
    try host.post(.present, EmptyBody())
    let order = GuestEnd(reason: .dismissed, graceMilliseconds: 100)
    try host.post(.end, order)
    try host.post(.end, order)
    var seen: [String] = []
    for await word in stream.prefix(4) { seen.append(word) }
    #expect(seen == ["present", "second", "first", "leave"])
    lifecycle.end()
    continuation.finish()
    for await word in stream { Issue.record("\(word) happened once more") }
  }
}
