// SPDX-License-Identifier: MIT

/// What a message is to its receiver.
public enum MessageKind: UInt8, Hashable, Sendable, CaseIterable {
  /// Wants exactly one reply or failure with the same request id.
  case request = 0
  /// Answers a request.
  case reply = 1
  /// Refuses a request, with a ``WireFailure`` as its body.
  case failure = 2
  /// Wants no answer; its request id is 0.
  case event = 3
}
