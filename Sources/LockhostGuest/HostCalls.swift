// SPDX-License-Identifier: MIT

package import LockhostWire

/// What a call of the host is answered: a body's bytes, or a refusal.
package typealias CallAnswer = Result<[UInt8], WireFailure>

/// Answers one call of the host; the closure is to be called exactly once, from any thread.
package typealias CallHandler =
  @Sendable (GuestMessage, _ answer: @escaping @Sendable (CallAnswer) -> Void) -> Void

/// Who answers the host's calls, and the calls that wait for somebody.
///
/// A value that the connection keeps under its lock.
struct HostCalls {
  /// One call, as it came.
  struct Call: Sendable {
    let number: UInt16
    let requestID: UInt64
    let content: GuestMessage
  }

  /// What is to be done with a call.
  enum Verdict {
    case run(CallHandler)
    case wait
    case refuse
  }

  /// The most calls that wait; the host gives up on a call by itself.
  private static let waitingLimit = 64

  private var handlers: [UInt16: CallHandler] = [:]
  private var waiting: [Call] = []
  private var refusesOthers = false

  /// Takes a call.
  mutating func receive(_ call: Call) -> Verdict {
    if let handler = handlers[call.number] { return .run(handler) }
    guard !refusesOthers, waiting.count < Self.waitingLimit else { return .refuse }
    waiting.append(call)
    return .wait
  }

  /// Sets who answers.
  ///
  /// - Returns: The calls that waited for this, in their order.
  mutating func set(_ handler: @escaping CallHandler, for number: UInt16) -> [Call] {
    handlers[number] = handler
    defer { waiting.removeAll { $0.number == number } }
    return waiting.filter { $0.number == number }
  }

  /// Lets no call wait any more.
  ///
  /// - Returns: The calls that are to be refused.
  mutating func refuseOthers() -> [Call] {
    refusesOthers = true
    defer { waiting = [] }
    return waiting
  }
}

/// A body that is bytes already.
struct EncodedBody: WireBody {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(body: [UInt8]) { bytes = body }

  func encodedBody() throws(WireError) -> [UInt8] {
    guard bytes.count <= WireLimits.bodyBytes else { throw .bodyTooLarge(bytes: bytes.count) }
    return bytes
  }
}
