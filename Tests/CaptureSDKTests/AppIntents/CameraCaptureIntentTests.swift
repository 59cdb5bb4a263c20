// SPDX-License-Identifier: MIT

import AppIntents
import LockhostGuest
import LockhostWire
import Synchronization
import Testing

struct SampleCaptureIntent: CameraCaptureIntent {
  struct AppContext: Codable, Equatable, Sendable {
    var text: String
  }

  static let title: LocalizedStringResource = "Take a photo"
  static let description = IntentDescription("Opens the camera.")

  @MainActor func perform() async throws -> some IntentResult { .result() }
}

struct BareCaptureIntent: CameraCaptureIntent {
  static let title: LocalizedStringResource = "Take a photo"

  func perform() async throws -> some IntentResult { .result() }
}

@Suite("Capture intents", .timeLimit(.minutes(1)))
struct CameraCaptureIntentTests {
  /// A host that keeps contexts.
  private func makeHost() throws -> TestHost {
    let host = try TestHost()
    let kept = Kept()
    host.answer(.contextGet) { message, _ in
      let name = try ContextGet(body: message.body).intent
      return .reply(IntentContext(data: kept.contexts.withLock { $0[name] }))
    }
    host.answer(.contextSet) { message, _ in
      let body = try ContextSet(body: message.body)
      kept.contexts.withLock { $0[body.intent] = body.data }
      return .reply(EmptyBody())
    }
    return host
  }

  private final class Kept: Sendable {
    let contexts = Mutex<[String: Base64Bytes]>([:])
  }

  @Test("a context is kept under the intent's name, and cleared by nil") func roundTrip()
    async throws
  {
    let host = try makeHost()
    try await GuestConnection.$bound.withValue(try host.connect()) {
      #expect(try await SampleCaptureIntent.appContext == nil)
      try await SampleCaptureIntent.updateAppContext(.init(text: "é"))
      #expect(try await SampleCaptureIntent.appContext == .init(text: "é"))
      try await SampleCaptureIntent.updateAppContext(nil)
      #expect(try await SampleCaptureIntent.appContext == nil)
      let set = try ContextSet(body: await host.next(.contextSet).body)
      #expect(set.intent == "SampleCaptureIntent")
    }
  }

  @Test("an intent without a context has none") func bare() async throws {
    let host = try makeHost()
    try await GuestConnection.$bound.withValue(try host.connect()) {
      let context: Never? = try await BareCaptureIntent.appContext
      #expect(context == nil)
      #expect(try ContextGet(body: await host.next(.contextGet).body).intent == "BareCaptureIntent")
    }
  }

  @Test("4,096 bytes fit, one more is an error with the size, and nothing is sent")
  func limit() async throws {
    let host = try makeHost()
    try await GuestConnection.$bound.withValue(try host.connect()) {
      let overhead = #"{"text":""}"#.utf8.count
      let most = String(repeating: "a", count: 4_096 - overhead)
      try await SampleCaptureIntent.updateAppContext(.init(text: most))
      _ = await host.next(.contextSet)
      await #expect {
        try await SampleCaptureIntent.updateAppContext(.init(text: most + "a"))
      } throws: { error in
        error.localizedDescription.contains("4097 bytes")
          && error.localizedDescription.contains("4096 bytes")
      }
      #expect(host.count(.contextSet) == 0)
    }
  }

  private struct Doubling: AppIntent {
    static let title: LocalizedStringResource = "Double"

    @Parameter(title: "Number") var number: Int
    @Parameter(title: "Remark") var remark: String?

    func perform() async throws -> some IntentResult & ReturnsValue<Int> {
      .result(value: number * 2)
    }
  }

  @Test("an intent takes parameters and gives back a value") func value() async throws {
    var intent = Doubling()
    intent.number = 21
    #expect(intent.remark == nil)
    #expect(try await intent.perform().value == 42)
  }

  @Test("an intent has Apple's defaults, and performs") func defaults() async throws {
    #expect(SampleCaptureIntent.title == "Take a photo")
    #expect(SampleCaptureIntent.isDiscoverable)
    #expect(SampleCaptureIntent.authenticationPolicy == .alwaysAllowed)
    #expect(SampleCaptureIntent.openAppWhenRun)
    #expect(SampleCaptureIntent.persistentIdentifier == "SampleCaptureIntent")
    _ = try await SampleCaptureIntent().perform()
  }
}
