// SPDX-License-Identifier: MIT

package import LockhostSystem
package import LockhostWire

/// Why a call into a guest has no answer.
package enum PluginCallFailure: Error, Hashable, Sendable {
  /// The guest refused, with its reason.
  case refused(WireFailure)
  /// The guest did not answer in time.
  case timedOut
  /// The guest is not there any more, or not yet.
  case ended
  /// What was to be sent does not fit into a message.
  case doesNotFit
}

/// What a guest answered: bytes that nobody has looked at, and descriptors.
package struct PluginAnswer: Sendable {
  package let body: [UInt8]
  package let descriptors: [SharedDescriptor]
}

/// The host's calls into one guest that have no answer yet.
struct GuestCalls {
  typealias Outcome = Result<PluginAnswer, PluginCallFailure>

  private struct Pending {
    let continuation: CheckedContinuation<Outcome, Never>
    let deadline: EventDeadline
  }

  private var pending: [UInt64: Pending] = [:]
  private var next: UInt64 = 1

  /// The number of the next call.
  mutating func number() -> UInt64 {
    defer { next += 1 }
    return next
  }

  mutating func add(
    _ identifier: UInt64, _ continuation: CheckedContinuation<Outcome, Never>,
    deadline: EventDeadline
  ) {
    pending[identifier] = Pending(continuation: continuation, deadline: deadline)
  }

  /// Gives a call its outcome; the first counts.
  mutating func settle(_ identifier: UInt64, _ outcome: Outcome) {
    guard let call = pending.removeValue(forKey: identifier) else { return }
    call.deadline.cancel()
    call.continuation.resume(returning: outcome)
  }

  /// The guest is gone.
  mutating func end() {
    for identifier in Array(pending.keys) { settle(identifier, .failure(.ended)) }
  }
}

extension Guest {
  /// Asks the guest something, and waits for its answer.
  ///
  /// Nothing happens to a guest that does not answer in time; that is up to who asked.
  package func call(
    _ number: UInt16, body: [UInt8], descriptors: [SharedDescriptor] = [], within time: Duration
  ) async throws(PluginCallFailure) -> PluginAnswer {
    guard let channel, phase >= .connected, phase < .ending else { throw .ended }
    let identifier = calls.number()
    inbox.expect(answerTo: identifier, on: number)
    let outcome = await withCheckedContinuation { continuation in
      let deadline = loop.schedule(at: .now.advanced(by: time)) { [weak self] in
        self?.assumeIsolated { $0.calls.settle(identifier, .failure(.timedOut)) }
      }
      calls.add(identifier, continuation, deadline: deadline)
      if !channel.call(number, body: body, descriptors: descriptors, requestID: identifier) {
        calls.settle(identifier, .failure(.doesNotFit))
      }
    }
    return try outcome.get()
  }
}
