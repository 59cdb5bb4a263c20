// SPDX-License-Identifier: MIT

import LockhostSystem
import Synchronization

/// The launches that are with a spawner, and what it is told of those that are on their way to it.
///
/// Any thread may call it: a launch that had to change threads before it could begin would be late by
/// that much.
final class LaunchQueue: Sendable {
  /// How many requests may be on their way to the spawner: enough to keep it busy, few enough that
  /// their descriptors stay far below what the kernel lets an ordinary user have in flight.
  fileprivate static let most = 8

  fileprivate struct State {
    var unanswered = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The spawner, while it runs and keeps no spare sandbox.
    var announcesTo: SpawnerProcess?
    /// Whether one was announced that has not been sent yet.
    var isAnnounced = false
  }

  private let state = Mutex(State())

  /// Waits for a place.
  func enter() async {
    if state.withLock({ $0.takePlace() }) { return }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.takePlace() { return true }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives a place back, or on to whoever waits for one.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.unanswered -= 1
      return nil
    }
    next?.resume()
  }

  /// Notes which spawner launches can be announced to; nil for none.
  func announce(to process: SpawnerProcess?) {
    state.withLock {
      $0.announcesTo = process
      $0.isAnnounced = false
    }
  }

  /// Lets the spawner make the namespaces while the launch is prepared.
  ///
  /// They are the longest part of it, and nothing of the launch is needed for them. What goes wrong here
  /// goes wrong again when the request is sent, and is told then. One at a time: the spawner has room
  /// for one.
  func announce() {
    state.withLock { state in
      guard !state.isAnnounced, let process = state.announcesTo else { return }
      state.isAnnounced = process.announceLaunch()
    }
  }

  /// Notes that a request was sent: whatever was announced before is used up.
  func noteRequest() {
    state.withLock { $0.isAnnounced = false }
  }
}

extension LaunchQueue.State {
  fileprivate mutating func takePlace() -> Bool {
    guard unanswered < LaunchQueue.most else { return false }
    unanswered += 1
    return true
  }
}
