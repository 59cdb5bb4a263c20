// SPDX-License-Identifier: MIT

import Dispatch
import Testing

@testable import LockhostGuest

@Suite("What comes over the wire for the main thread", .serialized, .timeLimit(.minutes(2)))
@MainActor
struct MainEventsTests {
  private final class Story {
    var parts: [Int] = []
  }

  /// Other tests have connections in this process as well, and may hold theirs for a moment.
  private func run(until count: Int, _ story: Story) async {
    MainEvents.run()
    while story.parts.count < count {
      await Task.yield()
      MainEvents.run()
    }
  }

  @Test("keeps its order, whichever thread has read it")
  func order() async {
    let story = Story()
    // Read by the main thread, which is about to run it, and then by the reader.
    ReaderThread.lend { MainEvents.perform { story.parts.append(1) } }
    MainEvents.perform { story.parts.append(2) }
    await run(until: 2, story)
    #expect(story.parts == [1, 2])
  }

  @Test("waits for what was handed to another thread before it, and no longer")
  func hold() async {
    let story = Story()
    MainEvents.perform { story.parts.append(1) }
    let first = MainEvents.hold()
    MainEvents.perform { story.parts.append(2) }
    let second = MainEvents.hold()
    MainEvents.perform { story.parts.append(3) }
    await run(until: 1, story)
    #expect(story.parts == [1])
    second.release()
    MainEvents.run()
    #expect(story.parts == [1])
    first.release()
    first.release()
    await run(until: 3, story)
    #expect(story.parts == [1, 2, 3])
  }
}
