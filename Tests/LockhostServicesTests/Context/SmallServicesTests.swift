// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostWire
import Synchronization
import Testing

@Suite("Contexts")
struct ContextHandlerTests {
  struct StoreFailure: Error {}

  /// A store in memory, which can fail.
  final class Store: Sendable {
    let contexts = Mutex<[String: [UInt8]]>([:])
    let isBroken = Atomic(false)

    var access: ContextAccess {
      ContextAccess(
        read: { [self] intent in
          if isBroken.load(ordering: .relaxed) { throw StoreFailure() }
          return contexts.withLock { $0[intent] }
        },
        write: { [self] intent, data in
          if isBroken.load(ordering: .relaxed) { throw StoreFailure() }
          contexts.withLock { $0[intent] = data }
        })
    }
  }

  let store = Store()

  @Test("a context is kept, read, and removed")
  func keeps() async throws {
    let handler = ContextHandler(access: store.access)
    func get() async throws -> [UInt8]? {
      let context: IntentContext = try await handler.ask(.contextGet, ContextGet(intent: "Capture"))
        .reply()
      return context.data?.bytes
    }
    #expect(try await get() == nil)
    let largest = [UInt8](repeating: 7, count: 4096)
    #expect(
      try await handler.ask(
        .contextSet, ContextSet(intent: "Capture", data: Base64Bytes(largest))
      ).failureCode == nil)
    #expect(try await get() == largest)
    #expect(
      try await handler.ask(.contextSet, ContextSet(intent: "Capture", data: nil)).failureCode
        == nil)
    #expect(try await get() == nil)
  }

  @Test("one byte more than 4096 is too large, and both sizes are named")
  func tooLarge() async throws {
    let handler = ContextHandler(access: store.access)
    let answer = try await handler.ask(
      .contextSet,
      ContextSet(intent: "Capture", data: Base64Bytes([UInt8](repeating: 7, count: 4097))))
    #expect(answer.failureCode == .tooLarge)
    #expect(answer.failureMessage == "the context has 4097 bytes; the limit is 4096")
    #expect(store.contexts.withLock { $0.isEmpty })
  }

  @Test("a store that fails is an internal error without details")
  func broken() async throws {
    store.isBroken.store(true, ordering: .relaxed)
    let handler = ContextHandler(access: store.access)
    #expect(
      try await handler.ask(.contextGet, ContextGet(intent: "A")).failureCode == .internalError)
    #expect(
      try await handler.ask(.contextSet, ContextSet(intent: "A", data: nil)).failureCode
        == .internalError)
  }
}

@Suite("Session content")
struct SessionContentHandlerTests {
  @Test("wishes reach the session, and its outcome reaches the guest")
  func outcomes() async throws {
    let asked = Mutex<[String]>([])
    let handler = SessionContentHandler(
      access: SessionContentAccess(
        emptyOwn: { done in
          asked.withLock { $0.append("own") }
          done(.removed)
        },
        remove: { path, done in
          asked.withLock { $0.append(path) }
          done(path == "/container/a" ? .removed : path == "/b" ? .notFound : .failed)
        }))
    #expect(try await handler.ask(.sessionInvalidate, EmptyBody()).failureCode == nil)
    func remove(_ path: String) async throws -> WireFailure.Code? {
      try await handler.ask(.sessionContentInvalidate, SessionContentInvalidate(path: path))
        .failureCode
    }
    #expect(try await remove("/container/a") == nil)
    #expect(try await remove("/b") == .notFound)
    #expect(try await remove("/c") == .internalError)
    #expect(try await remove("") == .badMessage)
    #expect(try await remove(String(repeating: "/x", count: 3000)) == .badMessage)
    #expect(try await remove("/a\0b") == .badMessage)
    #expect(asked.withLock { $0 } == ["own", "/container/a", "/b", "/c"])
  }
}

@Suite("Opening the app")
struct OpenApplicationHandlerTests {
  private func activity(
    _ type: String = "com.example.review", userInfo: [String: PropertyValue]? = nil,
    title: String? = nil
  ) -> ActivityBody {
    ActivityBody(activity: ActivityMessage(activityType: type, title: title, userInfo: userInfo))
  }

  static let outcomes: [(OpenApplicationService.Outcome, WireFailure.Code?)] = [
    (.opened, nil), (.authenticationFailed, .authenticationFailed),
    (.applicationNotFound, .applicationNotFound), (.superseded, .busy), (.failed, .internalError),
  ]

  @Test("the activity arrives whole, and the outcome goes back", arguments: outcomes)
  func outcome(
    _ outcome: OpenApplicationService.Outcome, _ code: WireFailure.Code?
  ) async throws {
    let seen = Mutex<[ActivityMessage]>([])
    let handler = OpenApplicationHandler { activity, done in
      seen.withLock { $0.append(activity) }
      done(outcome)
      // An opener that answers twice is answered for once.
      done(.failed)
    }
    let sent = activity(userInfo: ["photos": .array([.integer(1), .string("zwei")])], title: "T")
    #expect(try await handler.ask(.openApplication, sent).failureCode == code)
    #expect(seen.withLock { $0 } == [sent.activity])
  }

  @Test("four wishes at a time; the next is heard when the first is answered")
  func busy() async throws {
    let waiting = Mutex<[@Sendable (OpenApplicationService.Outcome) -> Void]>([])
    let handler = OpenApplicationHandler { _, done in waiting.withLock { $0.append(done) } }
    let body = try activity().encodedBody()
    let first = Mutex<ServiceAnswer?>(nil)
    handler.handle(ServiceRequest(route: .openApplication, body: body)) { answer in
      first.withLock { $0 = answer }
    }
    for _ in 1..<OpenApplicationService.mostOpen {
      handler.handle(ServiceRequest(route: .openApplication, body: body)) { _ in }
    }
    #expect(await handler.ask(.openApplication, body).failureCode == .busy)
    #expect(first.withLock { $0 == nil })
    waiting.withLock { $0.removeFirst() }(.authenticationFailed)
    #expect(first.withLock { $0?.failureCode } == .authenticationFailed)
    handler.handle(ServiceRequest(route: .openApplication, body: body)) { _ in }
    #expect(waiting.withLock { $0.count } == OpenApplicationService.mostOpen)
  }

  @Test("activities out of bounds never reach the person")
  func bounds() async throws {
    let handler = OpenApplicationHandler { _, done in
      Issue.record("the person was asked")
      done(.failed)
    }
    func code(_ json: String) async -> WireFailure.Code? {
      await handler.ask(.openApplication, Array(json.utf8)).failureCode
    }
    #expect(await code(#"{"activity":{"activityType":""}}"#) == .badMessage)
    let long = String(repeating: "a", count: 257)
    #expect(await code(#"{"activity":{"activityType":"\#(long)"}}"#) == .badMessage)
    #expect(await code(#"{"activity":{}}"#) == .badMessage)
    #expect(await code(#"{"activity":{"activityType":7}}"#) == .badMessage)
    let deep = String(repeating: #"{"a":["#, count: 9) + String(repeating: "]}", count: 9)
    #expect(
      await code(#"{"activity":{"activityType":"t","userInfo":{"k":\#(deep)}}}"#) == .badMessage)
    let title = String(repeating: "t", count: 4097)
    #expect(await code(#"{"activity":{"activityType":"t","title":"\#(title)"}}"#) == .tooLarge)
    let big = String(repeating: "b", count: 40_000)
    #expect(
      await code(#"{"activity":{"activityType":"t","userInfo":{"k":{"s":"\#(big)"}}}}"#)
        == .badMessage)
  }
}
