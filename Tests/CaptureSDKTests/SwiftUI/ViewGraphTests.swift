// SPDX-License-Identifier: MIT

import LockhostWire
import SwiftUI
import Testing

@MainActor
@Suite("The view graph")
struct ViewGraphTests {
  private struct Counter: View {
    @State private var count = 0
    var name = "Count"

    var body: some View {
      Text("\(name) \(count)")
      Button("Add to \(name)") { count += 1 }
    }
  }

  @Test("state that changes evaluates the body again") func state() {
    let fixture = GraphFixture(Counter())
    #expect(fixture.labels == ["Count 0", "Add to Count"])
    #expect(fixture.tap("Add to Count"))
    #expect(fixture.labels == ["Count 1", "Add to Count"])
  }

  @Test("changes are published once per update, and only when something changed")
  func publishing() {
    let fixture = GraphFixture(Counter())
    #expect(fixture.published.count == 1)
    fixture.graph.update()
    #expect(fixture.published.count == 1)
    let button = fixture.graph.elements[1].id
    for _ in 0..<5 { fixture.graph.tap(button) }
    #expect(fixture.published.count == 1)
    fixture.graph.update()
    #expect(fixture.published.count == 2)
    #expect(fixture.labels[0] == "Count 5")
  }

  @Test("one view value in two places has two states") func twoPlaces() {
    let counter = Counter()
    let fixture = GraphFixture(
      VStack {
        counter
        counter
      })
    let buttons = fixture.graph.elements.filter { $0.kind == .button }
    fixture.graph.tap(buttons[1].id)
    fixture.graph.update()
    #expect(fixture.labels == ["Count 0", "Add to Count", "Count 1", "Add to Count"])
  }

  @Test("element ids stay while the element stays") func identifiers() {
    let fixture = GraphFixture(Counter())
    let before = fixture.graph.elements.map(\.id)
    fixture.tap("Add to Count")
    #expect(fixture.graph.elements.map(\.id) == before)
  }

  private struct Switcher: View {
    @State private var first = true

    var body: some View {
      if first { Counter(name: "A") } else { Counter(name: "B") }
      Button("Switch") { first.toggle() }
    }
  }

  @Test("changing sides of a condition starts anew") func condition() {
    let fixture = GraphFixture(Switcher())
    fixture.tap("Add to A")
    #expect(fixture.labels[0] == "A 1")
    fixture.tap("Switch")
    #expect(fixture.labels[0] == "B 0")
    fixture.tap("Switch")
    #expect(fixture.labels[0] == "A 0")
  }

  private struct Renamed: View {
    @State private var name = "A"

    var body: some View {
      Counter(name: name)
      Button("Rename") { name = "B" }
    }
  }

  @Test("a new description of a view does not reset its state") func newDescription() {
    let fixture = GraphFixture(Renamed())
    fixture.tap("Add to A")
    fixture.tap("Rename")
    #expect(fixture.labels[0] == "B 1")
  }

  private struct Rows: View {
    @State private var names = ["a", "b", "c"]

    var body: some View {
      ForEach(names, id: \.self) { Counter(name: $0) }
      Button("Reverse") { names.reverse() }
      Button("Drop") { names.removeFirst() }
      Button("Double") { names.append(names[0]) }
    }
  }

  @Test("rows keep their state by identity when they move or others go") func rows() {
    let fixture = GraphFixture(Rows())
    fixture.tap("Add to b")
    fixture.tap("Reverse")
    #expect(fixture.labels.filter { $0.count == 3 } == ["c 0", "b 1", "a 0"])
    fixture.tap("Drop")
    #expect(fixture.labels.filter { $0.count == 3 } == ["b 1", "a 0"])
  }

  @Test("two rows with one identity are two rows") func doubleIdentity() {
    let fixture = GraphFixture(Rows())
    fixture.tap("Double")
    #expect(fixture.labels.filter { $0.count == 3 } == ["a 0", "b 0", "c 0", "a 0"])
  }

  private struct Parent: View {
    @State private var text = "x"

    var body: some View {
      Child(text: $text)
      Text(text)
    }
  }

  private struct Child: View {
    @Binding var text: String

    var body: some View { Button("Set") { text += "y" } }
  }

  @Test("a binding writes to the state that it came from") func binding() {
    let fixture = GraphFixture(Parent())
    fixture.tap("Set")
    #expect(fixture.labels == ["Set", "xy"])
  }

  @Test("elements carry kind, label, symbol and whether they take touches") func elements() {
    let fixture = GraphFixture(
      VStack {
        Image(systemName: "camera")
        Label("Photo", systemImage: "photo")
        Button {
        } label: {
          HStack {
            Image(systemName: "bolt")
            Text("Flash")
          }
        }
        .disabled(true)
        Button {
        } label: {
          Image(systemName: "xmark")
        }
        .accessibilityLabel("Close")
        Spacer()
        Text("hidden").hidden()
        Color.red
      })
    let elements = fixture.graph.elements
    #expect(elements.map(\.kind) == [.image, .text, .button, .button])
    #expect(elements.map(\.label) == ["", "Photo", "Flash", "Close"])
    #expect(elements.map(\.symbol) == ["camera", "photo", "bolt", "xmark"])
    #expect(elements.map(\.enabled) == [true, true, false, true])
    #expect(!fixture.graph.tap(elements[2].id))
    #expect(fixture.graph.tap(elements[3].id))
    #expect(!fixture.graph.tap("e999999"))
    #expect(!fixture.graph.tap("garbage"))
  }

  @Test("long labels are cut between characters, and too many elements are left out")
  func limits() {
    let fixture = GraphFixture(
      ForEach(0..<300) { _ in Text(verbatim: String(repeating: "é", count: 500)) })
    #expect(fixture.graph.elements.count == WireLimits.sceneElements)
    #expect(fixture.labels.allSatisfy { $0.utf8.count <= 160 && $0.hasSuffix("é…") })
  }

  private struct Custom: ViewModifier {
    @State private var on = false
    let name: String

    func body(content: Content) -> some View {
      content
      Button(on ? "\(name) on" : "\(name) off") { on.toggle() }
    }
  }

  @Test("a modifier of an author's own has state and wraps its content") func modifier() {
    let fixture = GraphFixture(Text("content").modifier(Custom(name: "Torch")))
    fixture.tap("Torch off")
    #expect(fixture.labels == ["content", "Torch on"])
  }

  private struct Presenting: View {
    @State private var isPresented = false
    let journal: ViewJournal

    var body: some View {
      Button("Show") { isPresented = true }
        .sheet(isPresented: $isPresented) {
          journal.write("dismissed")
        } content: {
          Sheet()
        }
    }
  }

  private struct Sheet: View {
    @Environment(\.dismiss) private var dismiss

    var body: some View { Button("Done") { dismiss() } }
  }

  @Test("a sheet shows while its condition holds and can dismiss itself") func sheet() {
    let journal = ViewJournal()
    let fixture = GraphFixture(Presenting(journal: journal))
    fixture.tap("Show")
    #expect(fixture.labels == ["Show", "Done"])
    fixture.tap("Done")
    #expect(fixture.labels == ["Show"])
    #expect(journal.lines == ["dismissed"])
  }
}
