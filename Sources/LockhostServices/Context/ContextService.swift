// SPDX-License-Identifier: MIT

import Dispatch
import LockhostWire

/// Keeps the small values that an app and its extension share: an intent's `appContext`.
package final class ContextService: Sendable {
  /// Why a context could not be had or kept.
  package enum Refusal: Error, Hashable, Sendable {
    /// It is larger than Apple allows.
    case tooLarge(bytes: Int, limit: Int)
    /// The store failed.
    case store
  }

  /// The most bytes of a context: Apple's limit of 4 kB.
  package static let maximumBytes = WireLimits.contextBytes

  private let access: ContextAccess
  private let queue = DispatchQueue(label: "lockhost.context", qos: .userInitiated)

  /// Makes the contexts of a session.
  package init(access: ContextAccess) {
    self.access = access
  }

  /// Reads the context of an intent.
  package func context(
    of intent: String, then done: @escaping @Sendable (Result<[UInt8]?, Refusal>) -> Void
  ) {
    queue.async { [access] in
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
      done(.failure(.tooLarge(bytes: bytes, limit: Self.maximumBytes)))
      return
    }
    queue.async { [access] in
      do {
        try access.write(intent, data)
        done(.success(()))
      } catch {
        done(.failure(.store))
      }
    }
  }
}
