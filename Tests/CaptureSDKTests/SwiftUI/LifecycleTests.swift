// SPDX-License-Identifier: MIT

import SwiftUI
import Testing

@MainActor
@Suite("What lives with a view", .timeLimit(.minutes(1)))
struct LifecycleTests {
  private struct Switched<Content: View>: View {
    @State private var isShown = true
    @State private var id = 0
    @ViewBuilder let content: (Int) -> Content

    var body: some View {
      if isShown { content(id) }
      Button("Toggle") { isShown.toggle() }
      Button("Next") { id += 1 }
    }
  }

  @Test("appear and disappear run once each per life, also at the end of the scene")
  func appearance() {
    let journal = ViewJournal()
    let fixture = GraphFixture(
      Switched { id in
        Text("\(id)").onAppear { journal.write("+") }.onDisappear { journal.write("-") }
      })
    #expect(journal.lines == ["+"])
    fixture.tap("Next")
    #expect(journal.lines == ["+"])
    fixture.tap("Toggle")
    #expect(journal.lines == ["+", "-"])
    fixture.tap("Toggle")
    fixture.graph.tearDown()
    #expect(journal.lines == ["+", "-", "+", "-"])
    fixture.graph.tearDown()
    #expect(journal.lines.count == 4)
  }

  @Test("a task starts with its view and is cancelled with it") func task() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    var events = stream.makeAsyncIterator()
    let fixture = GraphFixture(
      Switched { _ in
        Text("t").task {
          continuation.yield("start")
          await untilCancelled()
          continuation.yield("cancelled")
        }
      })
    #expect(await events.next() == "start")
    fixture.tap("Next")
    fixture.tap("Toggle")
    #expect(await events.next() == "cancelled")
    fixture.tap("Toggle")
    #expect(await events.next() == "start")
    fixture.graph.tearDown()
    #expect(await events.next() == "cancelled")
  }

  @Test("a task with an id starts again when the id changes") func taskID() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    var events = stream.makeAsyncIterator()
    let fixture = GraphFixture(
      Switched { id in
        Text("t").task(id: id) {
          continuation.yield("start \(id)")
          await untilCancelled()
          continuation.yield("cancelled \(id)")
        }
      })
    #expect(await events.next() == "start 0")
    fixture.tap("Next")
    let next = [await events.next(), await events.next()]
    #expect(Set(next) == ["cancelled 0", "start 1"])
    fixture.graph.tearDown()
    #expect(await events.next() == "cancelled 1")
  }

  @Test("onChange gets the old and the new value, and the first one only when asked") func change()
  {
    let journal = ViewJournal()
    let fixture = GraphFixture(
      Switched { id in
        Text("t")
          .onChange(of: id) { old, new in journal.write("\(old)→\(new)") }
          .onChange(of: id, initial: true) { journal.write("any") }
      })
    #expect(journal.lines == ["any"])
    fixture.tap("Next")
    #expect(journal.lines.sorted() == ["0→1", "any", "any"])
  }

  private final class Live {
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  private struct Attachment: ViewAttachment {
    let value: Int
    let journal: ViewJournal

    func attach() -> Live {
      journal.write("attach \(value)")
      return Live(value)
    }

    func update(_ live: Live) {
      journal.write("update \(live.value)→\(value)")
      live.value = value
    }

    func detach(_ live: Live) { journal.write("detach \(live.value)") }
  }

  @Test("an attachment is attached once, updated with each new value, and detached with its view")
  func attachment() {
    let journal = ViewJournal()
    let fixture = GraphFixture(
      Switched { id in Text("t").attachment(Attachment(value: id, journal: journal)) })
    fixture.tap("Next")
    fixture.tap("Toggle")
    #expect(journal.lines == ["attach 0", "update 0→1", "detach 1"])
    fixture.tap("Toggle")
    fixture.graph.tearDown()
    #expect(journal.lines.suffix(2) == ["attach 1", "detach 1"])
  }
}

/// Waits until the task is cancelled.
private func untilCancelled() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    continuation.finish()
  }
}
