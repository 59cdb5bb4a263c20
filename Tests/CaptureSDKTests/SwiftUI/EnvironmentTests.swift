// SPDX-License-Identifier: MIT

import LockhostWire
import SwiftUI
import Testing

@MainActor
@Suite("The environment")
struct EnvironmentTests {
  private struct PhaseView: View {
    @Environment(\.scenePhase) private var phase

    var body: some View { Text("\(String(describing: phase))") }
  }

  @Test("an extension reads background, and active where it says so itself") func scenePhase() {
    let fixture = GraphFixture(
      VStack {
        PhaseView()
        PhaseView().environment(\.scenePhase, .active)
      })
    #expect(fixture.labels == ["background", "active"])
  }

  private struct Level: View {
    @Environment(\.level) private var level

    var body: some View { Text("\(level)") }
  }

  private struct Nested: View {
    @State private var level = 1

    var body: some View {
      Button("Up") { level += 1 }
      Level()
      VStack {
        Level()
        Level().transformEnvironment(\.level) { $0 *= 10 }
      }
      .environment(\.level, level)
    }
  }

  @Test("a value reaches descendants only, the nearest one wins, and changes follow") func nearest()
  {
    let fixture = GraphFixture(Nested())
    #expect(fixture.labels == ["Up", "0", "1", "10"])
    fixture.tap("Up")
    #expect(fixture.labels == ["Up", "0", "2", "20"])
  }

  @Test("what an ancestor disabled stays so") func disabled() {
    let fixture = GraphFixture(
      VStack { Button("a") {}.disabled(false) }.disabled(true))
    #expect(fixture.graph.elements.map(\.enabled) == [false])
  }

  private struct Composed: DynamicProperty {
    @State private var count = 3
    @Environment(\.scenePhase) private var phase

    var text: String { "\(count) \(phase)" }
    func increment() { count += 1 }
  }

  private struct UsesComposed: View {
    private let composed = Composed()

    var body: some View { Button(composed.text) { composed.increment() } }
  }

  @Test("a dynamic property that an author composed of others works") func composed() {
    let fixture = GraphFixture(UsesComposed(), phase: .active)
    fixture.tap("3 active")
    #expect(fixture.labels == ["4 active"])
  }
}

private enum LevelKey: EnvironmentKey { static let defaultValue = 0 }

extension EnvironmentValues {
  fileprivate var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}
