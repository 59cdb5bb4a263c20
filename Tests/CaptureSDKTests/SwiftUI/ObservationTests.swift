// SPDX-License-Identifier: MIT

import SwiftUI
import Testing

@MainActor
@Suite("Observed objects")
struct ObservationTests {
  @Observable
  final class Model {
    var shown = 0
    var unread = 0
  }

  private struct Reader: View {
    let model: Model
    let journal: ViewJournal

    var body: some View {
      let _ = journal.write("body")
      Text("\(model.shown)")
    }
  }

  @Test("a body is evaluated again for a property that it read, and for no other")
  func tracking() {
    let (model, journal) = (Model(), ViewJournal())
    let fixture = GraphFixture(Reader(model: model, journal: journal))
    model.unread += 1
    fixture.graph.update()
    #expect(journal.lines.count == 1)
    for expected in 2...4 {
      model.shown += 1
      fixture.graph.update()
      #expect(journal.lines.count == expected)
    }
    #expect(fixture.labels == ["3"])
  }

  private struct Lazy: View {
    let model: Model

    var body: some View {
      ForEach(0..<1) { _ in Text("\(model.shown)") }
      GeometryReader { _ in Text("\(model.shown)") }
    }
  }

  @Test("what closures of containers read is observed too") func closures() {
    let model = Model()
    let fixture = GraphFixture(Lazy(model: model))
    model.shown = 5
    fixture.graph.update()
    #expect(fixture.labels == ["5", "5"])
  }

  private struct Editor: View {
    @Bindable var model: Model

    var body: some View { Step(value: $model.shown) }
  }

  private struct Step: View {
    @Binding var value: Int

    var body: some View {
      Button("Step") { value += 1 }
      Text("\(value)")
    }
  }

  @Test("a bindable object's property can be bound") func bindable() {
    let model = Model()
    let fixture = GraphFixture(Editor(model: model))
    fixture.tap("Step")
    #expect(model.shown == 1)
    #expect(fixture.labels == ["Step", "1"])
  }

  private struct FromEnvironment: View {
    @Environment(Model.self) private var model
    @Environment(Other.self) private var other: Other?

    var body: some View { Text("\(model.shown) \(other == nil ? "none" : "some")") }
  }

  @Observable final class Other {}

  @Test("an observable object is read from the environment by its type") func environmentObject() {
    let model = Model()
    let fixture = GraphFixture(FromEnvironment().environment(model))
    model.shown = 2
    fixture.graph.update()
    #expect(fixture.labels == ["2 none"])
  }

  final class Store: ObservableObject {
    @Published var count = 0
    @Published var name = "n"
  }

  private struct Owner: View {
    @StateObject private var store = Store()
    let journal: ViewJournal

    var body: some View {
      let _ = journal.write("\(ObjectIdentifier(store))")
      Button("Add") { store.count += 1 }
      Observer(store: store).environmentObject(store)
    }
  }

  private struct Observer: View {
    @ObservedObject var store: Store

    var body: some View {
      Text("\(store.count)")
      Inner()
      Toggle("T", isOn: .constant(true))
    }
  }

  private struct Inner: View {
    @EnvironmentObject private var store: Store

    var body: some View { Text(store.name) }
  }

  @Test("a state object is made once, and its published changes are seen by all who observe it")
  func stateObject() {
    let journal = ViewJournal()
    let fixture = GraphFixture(Owner(journal: journal))
    fixture.tap("Add")
    fixture.tap("Add")
    #expect(fixture.labels == ["Add", "2", "n", "T"])
    #expect(journal.lines.count == 3)
    #expect(Set(journal.lines).count == 1)
  }

  @Test("an announcement on another thread is followed by the next update") func otherThread() async
  {
    let flag = Flag()
    let fixture = GraphFixture(FlagView(flag: flag))
    flag.isOn = true
    fixture.graph.update()
    #expect(fixture.labels == ["false"])
    await Task.detached { flag.publisher.send() }.value
    fixture.graph.update()
    #expect(fixture.labels == ["true"])
  }

  final class Flag: ObservableObject, @unchecked Sendable {
    // Written on the main actor only; the test sends the announcement from elsewhere.
    var isOn = false
    let publisher = ObservableObjectPublisher()
    var objectWillChange: ObservableObjectPublisher { publisher }
  }

  private struct FlagView: View {
    @ObservedObject var flag: Flag

    var body: some View { Text("\(flag.isOn)") }
  }
}
