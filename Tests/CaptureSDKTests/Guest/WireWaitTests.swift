// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import LockhostWire
import Synchronization
import Testing

@testable import LockhostGuest

@Suite("Two threads that wait for the wire", .timeLimit(.minutes(1)))
struct WireWaitTests {
  /// Waits and reads as the main thread does, until the host is gone; `work` is what it does between.
  private func read(
    _ connection: GuestConnection, _ work: @escaping @Sendable (_ packets: Int) -> Void
  ) throws {
    let (queue, other) = try PacketSocket.pair()
    let wait = try #require(connection.wait(queue: queue.descriptor.rawValue))
    Thread.detachNewThread {
      var packets = 0
      while true {
        if wait.wait().wire {
          packets += 1
          guard connection.read() else { return }
        }
        work(packets)
      }
      withExtendedLifetime((queue, other)) {}
    }
  }

  @Test("keep the order of events, whoever reads them") func order() async throws {
    let host = try TestHost()
    let connection = try host.connect()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    connection.onEvent(.sceneTap, as: SceneTap.self) { continuation.yield($0.id) }
    try read(connection) { _ in }
    for number in 0..<2000 { try host.post(.sceneTap, SceneTap(id: "\(number)")) }
    var seen: [String] = []
    for await id in stream.prefix(2000) { seen.append(id) }
    #expect(seen == (0..<2000).map(String.init))
    host.hangUp()
  }

  @Test("a thread that waits for an answer does not keep others from reading") func answers()
    async throws
  {
    let host = try TestHost()
    let connection = try host.connect()
    let (stream, continuation) = AsyncStream.makeStream(of: GuestError?.self)
    try read(connection) { packets in
      guard packets == 1 else { return }
      continuation.yield(connection.failureOfRequest())
    }
    // Woken by what it is to read, unless the reader was faster; then by the next one.
    while host.count(.cameraStop) == 0 {
      try host.post(.sceneTap, SceneTap(id: ""))
      await Task.yield()
    }
    #expect(await stream.first { _ in true } == .some(nil))
    host.hangUp()
  }

  @Test("a blocking request inside a handler is an error there too") func insideHandler()
    async throws
  {
    let host = try TestHost()
    let connection = try host.connect()
    let (stream, continuation) = AsyncStream.makeStream(of: GuestError?.self)
    connection.onEvent(.present) { _ in
      continuation.yield(connection.failureOfRequest())
    }
    try host.post(.present, EmptyBody())
    // Whether the reader took it or this thread does.
    _ = connection.read()
    #expect(await stream.first { _ in true } == .some(.onReaderThread))
    host.hangUp()
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
  }

  @Test("hear of the host's end once") func hangUp() async throws {
    let count = Counter()
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let host = try TestHost()
    let connection = try host.connect(hangUp: {
      count.value.wrappingAdd(1, ordering: .relaxed)
      continuation.yield()
    })
    host.hangUp()
    while connection.read() { await Task.yield() }
    _ = await stream.first { true }
    #expect(!connection.read())
    #expect(count.value.load(ordering: .relaxed) == 1)
  }
}
