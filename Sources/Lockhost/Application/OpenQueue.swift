// SPDX-License-Identifier: MIT

import LockhostServices

/// The extension's requests for its app: one is asked, the others wait for their turn.
///
/// Reached only on the session's loop; an actor's own state cannot be a value here, since a turn is
/// waited for. Requests are known by their place in the record.
final class OpenQueue {
  typealias Outcome = OpenApplicationService.Outcome

  /// What the record says of a request until it is settled.
  static let asked = "asked"

  private struct Waiting {
    let place: Int
    let continuation: CheckedContinuation<Outcome?, Never>
  }

  /// The request that is being asked now.
  private(set) var current: Int?
  private var waiting: [Waiting] = []
  private var watchers: [Int: [CheckedContinuation<Outcome, Never>]] = [:]

  /// The requests that have no answer yet, in order.
  var places: [Int] { [current].compactMap(\.self) + waiting.map(\.place) }

  /// Waits for a request's turn.
  ///
  /// - Returns: The answer when an earlier request's was its answer too; nil when it is to be asked.
  func turn(of place: Int, isolation: isolated (any Actor)? = #isolation) async -> Outcome? {
    guard current != nil else {
      current = place
      return nil
    }
    return await withCheckedContinuation { continuation in
      waiting.append(Waiting(place: place, continuation: continuation))
    }
  }

  /// Goes on to the next request, or gives the answer to all that wait.
  func pass(after outcome: Outcome) {
    current = nil
    switch outcome {
    case .opened: settle(.superseded)
    case .authenticationFailed: settle(.authenticationFailed)
    case .applicationNotFound, .failed, .superseded:
      guard !waiting.isEmpty else { return }
      let next = waiting.removeFirst()
      current = next.place
      next.continuation.resume(returning: nil)
    }
  }

  private func settle(_ outcome: Outcome) {
    let all = waiting
    waiting = []
    for one in all { one.continuation.resume(returning: outcome) }
  }

  /// Waits for the answer to a request that has none yet.
  func outcome(of place: Int, isolation: isolated (any Actor)? = #isolation) async -> Outcome {
    await withCheckedContinuation { watchers[place, default: []].append($0) }
  }

  /// Tells those who wait for a request's answer.
  func tell(_ outcome: Outcome, of place: Int) {
    for watcher in watchers.removeValue(forKey: place) ?? [] { watcher.resume(returning: outcome) }
  }
}
