// SPDX-License-Identifier: MIT

import LockhostGuest
import LockhostWire
import SwiftUI
import Testing

@MainActor
@Suite("A scene with its host", .timeLimit(.minutes(1)))
struct SceneRuntimeTests {
  private struct Root: View {
    @Environment(\.scenePhase) private var phase
    @State private var taps = 0
    @State private var continued = ""
    let journal: ViewJournal

    var body: some View {
      Button("Tap \(taps)") { taps += 1 }
      Text("\(phase) \(continued)")
        .onContinueUserActivity("type.a") { activity in
          continued = activity.userInfo?["name"] as? String ?? "?"
        }
        .onDisappear { journal.write("disappear") }
    }
  }

  private func labels(_ host: TestHost) async throws -> [String] {
    try SceneUpdate(body: await host.next(.sceneUpdate).body).elements.map(\.label)
  }

  @Test("nothing is shown before present; then elements, taps, phases, activities, and the end")
  func whole() async throws {
    let host = try TestHost()
    let connection = try host.connect()
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    let journal = ViewJournal()
    let runtime = SceneRuntime(connection: connection, phase: .background) { continuation.yield() }
    runtime.start(Root(journal: journal))
    #expect(runtime.graph.elements.isEmpty)

    try host.post(.present, EmptyBody())
    let first = try SceneUpdate(body: await host.next(.sceneUpdate).body)
    #expect(first.elements.map(\.label) == ["Tap 0", "background "])

    try host.post(.sceneTap, SceneTap(id: first.elements[0].id))
    #expect(try await labels(host) == ["Tap 1", "background "])

    try host.post(.scenePhase, ScenePhaseChange(phase: .inactive))
    #expect(try await labels(host) == ["Tap 1", "inactive "])

    for (type, handled) in [("type.b", false), ("type.a", true)] {
      let activity = ActivityMessage(activityType: type, userInfo: ["name": .string("n")])
      try host.post(.continueActivity, ActivityBody(activity: activity))
      let answer = try ActivityHandled(body: await host.next(.activityHandled).body)
      #expect(answer == ActivityHandled(activityType: type, handled: handled))
    }
    #expect(try await labels(host) == ["Tap 1", "inactive n"])

    try host.post(.end, GuestEnd(reason: .dismissed, graceMilliseconds: 100))
    for await _ in ended.prefix(1) {}
    #expect(journal.lines == ["disappear"])
  }

  @Test("elements whose labels do not fit into one message are sent as far as they fit")
  func tooLarge() async throws {
    let host = try TestHost()
    let runtime = SceneRuntime(connection: try host.connect(), phase: .active) {}
    // A control character takes six bytes in JSON.
    runtime.start(ForEach(0..<256) { _ in Text(verbatim: String(repeating: "\u{1}", count: 150)) })
    try host.post(.present, EmptyBody())
    #expect(try await labels(host).count == 64)
    runtime.lifecycle.end()
  }

  private struct SampleApp: App {
    @State private var count = 0
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
      WindowGroup { Button("\(count) \(phase)") { count += 1 } }
        .onChange(of: phase) { _, _ in count += 10 }
    }
  }

  @Test("an app's own state and environment work, and its scenes show their views")
  func app() {
    let graph = ViewGraph { _ in }
    var environment = EnvironmentValues()
    environment.scenePhase = .active
    graph.show(AppView(app: SampleApp()), environment: environment)
    #expect(graph.elements.map(\.label) == ["0 active"])
    graph.tap(graph.elements[0].id)
    graph.update()
    #expect(graph.elements.map(\.label) == ["1 active"])
    environment.scenePhase = .background
    graph.show(AppView(app: SampleApp()), environment: environment)
    graph.update()
    #expect(graph.elements.map(\.label) == ["11 background"])
  }
}
