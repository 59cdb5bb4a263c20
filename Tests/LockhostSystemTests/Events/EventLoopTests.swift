// SPDX-License-Identifier: MIT

import LockhostSystem
import Synchronization
import Testing

@Suite("An event loop", .timeLimit(.minutes(1)))
struct EventLoopTests {
  let loop: EventLoop

  init() throws {
    loop = try EventLoop(name: "test-loop")
  }

  actor Resident {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe loop.asUnownedSerialExecutor()
    }

    init(loop: EventLoop) { self.loop = loop }

    func isOnLoop() -> Bool { loop.isCurrent }
  }

  @Test("runs an actor's jobs on its thread")
  func actorOnLoop() async {
    let resident = Resident(loop: loop)
    #expect(await resident.isOnLoop())
    #expect(!loop.isCurrent)
  }

  @Test("a handler may enter an actor that lives on it")
  func assumesIsolation() async {
    let resident = Resident(loop: loop)
    let entered = await withCheckedContinuation { continuation in
      loop.perform {
        continuation.resume(returning: resident.assumeIsolated { _ in true })
      }
    }
    #expect(entered)
  }

  @Test("meets deadlines in order, whatever the order they were set in")
  func deadlineOrder() async {
    let order = Mutex<[Int]>([])
    let start = MonotonicInstant.now
    await withCheckedContinuation { continuation in
      for number in [3, 1, 2] {
        _ = loop.schedule(at: start.advanced(by: .milliseconds(number * 5))) {
          let isLast = order.withLock { order in
            order.append(number)
            return order.count == 3
          }
          if isLast { continuation.resume() }
        }
      }
    }
    #expect(order.withLock { $0 } == [1, 2, 3])
    #expect(start.duration(to: .now) >= .milliseconds(15))
  }

  @Test("a cancelled deadline does not happen")
  func cancelledDeadline() async {
    let happened = Atomic(false)
    let start = MonotonicInstant.now
    loop.schedule(at: start.advanced(by: .milliseconds(5))) {
      happened.store(true, ordering: .relaxed)
    }
    .cancel()
    await withCheckedContinuation { continuation in
      _ = loop.schedule(at: start.advanced(by: .milliseconds(20))) { continuation.resume() }
    }
    let didHappen = happened.load(ordering: .relaxed)
    #expect(!didHappen)
  }

  @Test("meets a deadline while every thread of the cooperative pool is busy")
  func starvedPool() async {
    final class Flag: Sendable { let isSet = Atomic(false) }
    let release = Flag()
    for _ in 0..<64 {
      Task.detached { while !release.isSet.load(ordering: .relaxed) {} }
    }
    let deadline = MonotonicInstant.now.advanced(by: .milliseconds(50))
    let late = await withCheckedContinuation { continuation in
      _ = loop.schedule(at: deadline) {
        let late = deadline.duration(to: .now)
        release.isSet.store(true, ordering: .relaxed)
        continuation.resume(returning: late)
      }
    }
    #expect(late < .milliseconds(250))
  }

  @Test("reports input for as long as there is some, and not after the watch is cancelled")
  func levelTriggered() async throws {
    let pipe = try Pipe()
    let count = Atomic(0)
    try pipe.writing.writeAll([1, 2, 3])
    let watch = Mutex<EventWatch?>(nil)
    await withCheckedContinuation { continuation in
      loop.perform {
        let made = try? loop.watch(pipe.reading, for: .input) {
          _ = try? pipe.reading.read(maximumBytes: 1)
          if count.add(1, ordering: .relaxed).newValue == 2 {
            watch.withLock { $0?.cancel() }
            loop.perform { loop.perform { continuation.resume() } }
          }
        }
        watch.withLock { $0 = made }
      }
    }
    let calls = count.load(ordering: .relaxed)
    #expect(calls == 2)
  }

  @Test(
    "without a thread runs on its caller's, with every task that prefers it, until there is a value"
  )
  func onCaller() throws {
    let loop = try EventLoop(withoutThread: "test-caller")
    let places = Mutex<[Bool]>([])
    let resident = Resident(loop: loop)
    #expect(!loop.isCurrent)
    Task(executorPreference: LoopTasks(loop)) {
      places.withLock { $0.append(loop.isCurrent) }
      let isOnLoop = await resident.isOnLoop()
      await Self.elsewhere()
      places.withLock { $0 += [isOnLoop, loop.isCurrent] }
    }
    let ran = loop.run { places.withLock { $0.count == 3 ? $0 : nil } }
    #expect(ran == [true, true, true])
    #expect(!loop.isCurrent)
  }

  private nonisolated static func elsewhere() async { await Task.yield() }
}
