// SPDX-License-Identifier: MIT

import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization
import Testing

@Suite("The guest's connection", .timeLimit(.minutes(1)))
struct GuestConnectionTests {
  @Test("hello carries versions and role, and brings the launch context") func hello() async throws
  {
    let host = try TestHost(launch: TestHost.context(role: .app))
    let connection = try host.connect(role: .app)
    let hello = try Hello(body: await host.next(.hello).body)
    #expect(hello.role == .app)
    #expect(hello.protocolMinimum == ProtocolVersion.minimum)
    #expect(connection.launch.bundleIdentifier == "org.example.test")
  }

  @Test("no common version is an error with the host's words") func versionRefused() throws {
    let host = try TestHost(launch: nil)
    host.answer(.hello) { _, _ in
      .failure(WireFailure(.unsupported, "this lockhost speaks 7…9"))
    }
    #expect(throws: GuestError.versionMismatch("this lockhost speaks 7…9")) {
      try host.connect()
    }
  }

  @Test("a host that chooses a version nobody offered is refused") func versionInvented() throws {
    let host = try TestHost(launch: TestHost.context(version: 9))
    #expect {
      try host.connect()
    } throws: { error in
      guard case GuestError.versionMismatch? = error as? GuestError else { return false }
      return true
    }
  }

  @Test("a host that hangs up instead of answering is an error") func noHost() throws {
    let host = try TestHost(launch: nil)
    host.answer(.hello) { _, _ in throw GuestError.closed }
    #expect(throws: GuestError.closed) { try host.connect() }
  }

  @Test("blocking, async and callback requests from many threads all get their own answers")
  func manyRequests() async throws {
    let host = try TestHost()
    host.answer(.contextGet) { message, _ in
      let name = try ContextGet(body: message.body).intent
      return .reply(IntentContext(data: Base64Bytes(Array(name.utf8))))
    }
    let connection = try host.connect()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        let body = ContextGet(intent: "intent-\(number)")
        group.addTask {
          let answer: IntentContext
          switch number % 3 {
          case 0: answer = try await connection.request(.contextGet, body, as: IntentContext.self)
          case 1: answer = try Self.blocking(connection, body)
          default:
            answer = try await withCheckedContinuation { continuation in
              connection.request(.contextGet, body) { continuation.resume(returning: $0) }
            }.get().decode()
          }
          #expect(answer.data?.bytes == Array(body.intent.utf8))
        }
      }
      try await group.waitForAll()
    }
  }

  private static func blocking(
    _ connection: GuestConnection, _ body: ContextGet
  ) throws -> IntentContext {
    try connection.request(.contextGet, body, as: IntentContext.self)
  }

  @Test("a refusal is a typed error") func refusal() async throws {
    let host = try TestHost()
    let failure = WireFailure(.busy, "another session has the camera")
    host.answer(.cameraStop) { _, _ in .failure(failure) }
    let connection = try host.connect()
    await #expect(throws: GuestError.refused(failure)) {
      try await connection.request(.cameraStop, EmptyBody())
    }
  }

  @Test("descriptors travel both ways and are the same files") func descriptors() async throws {
    let host = try TestHost()
    host.answer(.photosAdd) { _, descriptors in
      let content = try MemoryFile(adopting: descriptors[0]).read(maximumBytes: 10)
      let answer = try MemoryFile.sealed(name: "answer", content: content.reversed())
      return .reply(PhotosAdded(identifiers: []), [answer.descriptor])
    }
    let connection = try host.connect()
    let file = try MemoryFile.sealed(name: "file", content: [1, 2, 3])
    let assets = PhotosAdd(assets: [
      PhotoAsset(mediaType: .image, resources: [PhotoResource(type: 1, descriptor: 0)])
    ])
    let answer = try await connection.request(.photosAdd, assets, descriptors: [file.descriptor])
    #expect(answer.descriptors.count == 1)
    #expect(try MemoryFile(adopting: answer.descriptors[0]).read(maximumBytes: 10) == [3, 2, 1])
  }

  @Test("a body that breaks a limit is refused before it is sent") func ownLimit() async throws {
    let host = try TestHost()
    let connection = try host.connect()
    await #expect(throws: GuestError.self) {
      try await connection.request(.contextGet, ContextGet(intent: ""))
    }
    #expect(host.count(.contextGet) == 0)
  }

  @Test("events that come before their handler wait for it, in order") func earlyEvents()
    async throws
  {
    let host = try TestHost()
    let connection = try host.connect()
    for number in 0..<20 { try host.post(.sceneTap, SceneTap(id: "\(number)")) }
    // A round trip: all events before its reply have been read.
    _ = try await connection.request(.cameraStop, EmptyBody())
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    connection.onEvent(.sceneTap, as: SceneTap.self) { continuation.yield($0.id) }
    for number in 20..<40 { try host.post(.sceneTap, SceneTap(id: "\(number)")) }
    var seen: [String] = []
    for await id in stream.prefix(40) { seen.append(id) }
    #expect(seen == (0..<40).map(String.init))
  }

  @Test("a blocking request inside a handler is an error, not a deadlock")
  func onReaderThread() async throws {
    let host = try TestHost()
    let connection = try host.connect()
    let (stream, continuation) = AsyncStream.makeStream(of: GuestError?.self)
    connection.onEvent(.present) { _ in
      continuation.yield(connection.failureOfRequest())
    }
    try host.post(.present, EmptyBody())
    let error = await stream.first { _ in true }
    #expect(error == .some(.onReaderThread))
  }

  @Test("garbage from the host is dropped, and the connection goes on") func garbage() async throws
  {
    let host = try TestHost()
    let connection = try host.connect()
    try host.send([1, 2, 3])
    try host.send([UInt8](repeating: 0xFF, count: 70_000))
    try host.post(.sceneTap, EmptyBody())
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    connection.onEvent(.sceneTap, as: SceneTap.self) { continuation.yield($0.id) }
    try host.post(.sceneTap, SceneTap(id: "good"))
    #expect(await stream.first { _ in true } == "good")
  }

  @Test("when the host hangs up, waiting requests fail, later ones too, and the hook runs")
  func hangUp() async throws {
    let host = try TestHost()
    host.answer(.openApplication) { _, _ in .silence }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let connection = try host.connect { continuation.yield() }
    let waiting = Task {
      try await connection.request(
        .openApplication, ActivityBody(activity: ActivityMessage(activityType: "t")))
    }
    _ = await host.next(.openApplication)
    host.hangUp()
    await #expect(throws: GuestError.closed) { try await waiting.value }
    #expect(await stream.first { true } != nil)
    await #expect(throws: GuestError.closed) {
      try await connection.request(.cameraStop, EmptyBody())
    }
  }
}
