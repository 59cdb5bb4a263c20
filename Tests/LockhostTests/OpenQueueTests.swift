// SPDX-License-Identifier: MIT

import LockhostServices
import Testing

@testable import Lockhost

/// Requests to open the app that come while another is asked.
@Suite("The queue of open requests", .timeLimit(.minutes(1)))
@MainActor struct OpenQueueTests {
  private func enqueue(
    _ place: Int, in queue: OpenQueue
  ) async -> Task<OpenApplicationService.Outcome?, Never> {
    let task = Task { await queue.turn(of: place) }
    while !queue.places.contains(place) { await Task.yield() }
    return task
  }

  @Test("the first is asked at once; a no is the answer to all that wait")
  func refused() async {
    let queue = OpenQueue()
    #expect(await queue.turn(of: 0) == nil)
    let second = await enqueue(1, in: queue)
    let third = await enqueue(2, in: queue)
    #expect(queue.places == [0, 1, 2])
    queue.pass(after: .authenticationFailed)
    #expect(await second.value == .authenticationFailed)
    #expect(await third.value == .authenticationFailed)
    #expect(await queue.turn(of: 3) == nil)
  }

  @Test("once the app is open, later ones come too late")
  func opened() async {
    let queue = OpenQueue()
    _ = await queue.turn(of: 0)
    let second = await enqueue(1, in: queue)
    queue.pass(after: .opened)
    #expect(await second.value == .superseded)
  }

  @Test("when one cannot be opened, the next is asked")
  func next() async {
    let queue = OpenQueue()
    _ = await queue.turn(of: 0)
    let second = await enqueue(1, in: queue)
    queue.pass(after: .applicationNotFound)
    #expect(await second.value == nil)
    #expect(queue.current == 1)
  }
}

/// What a running app is told of its folders.
@Suite("The watch over session content") struct ContentWatchTests {
  @Test("tells each change once, in the order of names")
  func changes() {
    var watch = ContentWatch()
    watch.known = ["b"]
    let more = watch.take(["b", "c", "a"])
    #expect(more == (["a", "c"], []))
    let same = watch.take(["a", "b", "c"])
    #expect(same == ([], []))
    let fewer = watch.take(["c"])
    #expect(fewer == ([], ["a", "b"]))
  }
}
