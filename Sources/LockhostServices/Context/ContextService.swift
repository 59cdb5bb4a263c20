// SPDX-License-Identifier: MIT

import Dispatch
import LockhostSystem
import LockhostWire

/// Keeps the small values that an app and its extension share: an intent's `appContext`.
package final class ContextService: Sendable {
  /// Why a context could not be had or kept.
  package enum Refusal: Error, Hashable, Sendable {
    /// It is larger than Apple allows.
    ///
    /// The largest keys are named, with their sizes.
    case tooLarge(bytes: Int, limit: Int, largest: String)
    /// The store failed.
    case store
  }

  /// The most bytes of a context: Apple's limit of 4 kB.
  package static let maximumBytes = WireLimits.contextBytes

  private let access: ContextAccess
  private let latency: ContextLatency
  private let queue = DispatchQueue(label: "lockhost.context", qos: .userInitiated)

  /// Makes the contexts of a session.
  ///
  /// - Parameter latency: How long each answer takes beyond what the store needs.
  package init(access: ContextAccess, latency: ContextLatency = ContextLatency()) {
    self.access = access
    self.latency = latency
  }

  /// Runs a body on the queue, once the latency that holds now is over.
  ///
  /// Requests overtake one another only where the latency was made shorter between them.
  private func perform(_ body: @escaping @Sendable () -> Void) {
    let delay = latency.current
    guard delay > .zero else { return queue.async(execute: body) }
    let nanoseconds = Int(clamping: delay.wholeMilliseconds * 1_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: body)
  }

  /// Reads the context of an intent.
  package func context(
    of intent: String, then done: @escaping @Sendable (Result<[UInt8]?, Refusal>) -> Void
  ) {
    perform { [access] in
      do {
        done(.success(try access.read(intent)))
      } catch {
        done(.failure(.store))
      }
    }
  }

  /// Replaces the context of an intent, or removes it.
  package func setContext(
    of intent: String, to data: [UInt8]?,
    then done: @escaping @Sendable (Result<Void, Refusal>) -> Void
  ) {
    let bytes = data?.count ?? 0
    guard bytes <= Self.maximumBytes else {
      done(
        .failure(
          .tooLarge(
            bytes: bytes, limit: Self.maximumBytes, largest: LargestKeys.words(for: data ?? []))))
      return
    }
    perform { [access] in
      do {
        try access.write(intent, data)
        done(.success(()))
      } catch {
        done(.failure(.store))
      }
    }
  }
}
