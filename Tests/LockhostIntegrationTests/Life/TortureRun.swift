// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Glibc
import LockhostSystem
import LockhostTesting
import Synchronization

/// Many moments on a few phones at once, with a verdict at every end: all done, no time left,
/// interrupted, or something found.
///
/// `Scripts/torture` says how many, for how long and on how many phones, in environment variables.
final class TortureRun: Sendable {
  /// What was asked for.
  struct Request: Sendable {
    var seed = 20_260_518
    var count = 24
    var phones = 3
    var limit = Duration.seconds(3_600)
    var victims: [TortureMoment.Victim] = [.host, .guest, .app]
    /// Whether a person or a script started it, and wants to read how it goes.
    var isWatched = false

    /// What `Scripts/torture` asks for, or else the little that every run of the tests has.
    static var fromEnvironment: Request {
      let environment = ProcessInfo.processInfo.environment
      func number(_ name: String) -> Int? {
        environment["LOCKHOST_TORTURE_\(name)"].flatMap { Int($0) }
      }
      var request = Request()
      request.seed = number("SEED") ?? request.seed
      request.count = number("MOMENTS") ?? request.count
      request.phones = number("PHONES") ?? request.phones
      request.limit = number("SECONDS").map { .seconds($0) } ?? request.limit
      request.isWatched = number("MOMENTS") != nil
      return request
    }
  }

  private struct State {
    var next = 0
    /// How many moments came in time.
    var count = 0
    var end: String?
    var happened: [String: Int] = [:]
    var finished = 0
    var arrived = 0
    var problems: [String] = []
  }

  /// The signal that ended a run, and with it those that would come after.
  private static let interruption = Atomic<Int32>(0)

  private let request: Request
  private let started = MonotonicInstant.now
  private let state = Mutex(State())

  init(_ request: Request) { self.request = request }

  /// What should not be, of all phones.
  var problems: [String] { state.withLock { $0.problems } }
  /// How many files the extensions finished.
  var finished: Int { state.withLock { $0.finished } }
  /// How many moments came in time for somebody.
  var count: Int { state.withLock { $0.count } }

  /// Takes moments until there are no more of them, on phones of their own.
  func run(on phones: [Phone]) async throws {
    let sources = request.isWatched ? [SIGINT, SIGTERM].map(watch) : []
    defer { for source in sources { source.cancel() } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for phone in phones {
        group.addTask {
          var torture = try Torture(phone: phone)
          while let moment = self.take() {
            if try await torture.happen(moment) { self.state.withLock { $0.count += 1 } }
            if !torture.problems.isEmpty { self.end("something was found in \(moment)") }
          }
          try await torture.settle()
          self.enter(torture)
        }
      }
      try await group.waitForAll()
    }
    if request.isWatched { print(verdict) }
  }

  /// What came of it, in a few lines.
  var verdict: String {
    let (state, count) = (state.withLock { $0 }, count)
    let seconds = started.duration(to: .now).components.seconds
    let parts = state.happened.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let words =
      state.problems.isEmpty
      ? "no finished file lost or doubled, no process left, nothing half there"
      : state.problems.joined(separator: "\n")
    return """
      torture: seed \(request.seed), \(count) of \(request.count) moments in \(seconds) s on \
      \(request.phones) phones\(state.end.map { ", then \($0)" } ?? "")
      torture: \(parts.joined(separator: ", ")); \(state.finished) files finished, \
      \(state.arrived) arrived
      torture: \(words)
      """
  }

  private func take() -> TortureMoment? {
    let number = Self.interruption.load(ordering: .relaxed)
    if number != 0 { end("stopped by signal \(number)") }
    if started.duration(to: .now) >= request.limit { end("the time was over") }
    let moment = state.withLock { [request] state -> TortureMoment? in
      // One that came too late for everybody is not counted.
      guard state.end == nil, state.count < request.count else { return nil }
      defer { state.next += 1 }
      return TortureMoment(seed: request.seed, number: state.next, victims: request.victims)
    }
    if request.isWatched, let moment, moment.number % 50 == 0, moment.number > 0 {
      let seconds = started.duration(to: .now).components.seconds
      print("torture: \(moment.number) moments after \(seconds) s")
    }
    return moment
  }

  private func end(_ reason: String) {
    state.withLock { $0.end = $0.end ?? reason }
  }

  private func enter(_ torture: Torture) {
    state.withLock { state in
      state.happened.merge(torture.happened, uniquingKeysWith: +)
      state.finished += torture.finished.count
      state.arrived += torture.arrivedCount
      state.problems += torture.problems
    }
  }

  /// Ends the run in order when the signal comes: what was done is settled and judged.
  private func watch(_ number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { Self.interruption.store(number, ordering: .relaxed) }
    source.resume()
    return source
  }
}
