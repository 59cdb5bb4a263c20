// SPDX-License-Identifier: MIT

/// Has the app perform the capture intent that opened it.
public struct IntentPerform: JSONBody, Hashable {
  /// The type name of the intent; at most 128 bytes.
  public let intent: String
  /// The mangled name by which the app finds the type; at most 512 bytes.
  public let type: String

  /// Makes the value from its fields.
  public init(intent: String, type: String) {
    self.intent = intent
    self.type = type
  }

  /// Checks the lengths.
  public func validate() throws(WireError) {
    guard (1...128).contains(intent.utf8.count) else {
      throw .value(field: "intent", reason: "not 1 to 128 bytes long")
    }
    guard (1...512).contains(type.utf8.count) else {
      throw .value(field: "type", reason: "not 1 to 512 bytes long")
    }
  }
}

/// What came of an intent.
public struct IntentPerformed: JSONBody, Hashable {
  /// What came of it.
  public enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// `perform()` returned.
    case performed
    /// `perform()` threw.
    case failed
    /// The app has no such type.
    case notFound
  }

  /// What came of it.
  public let outcome: Outcome
  /// What was thrown, in the app's words; at most 1,024 bytes.
  public let message: String?

  /// Makes the value from its fields.
  public init(outcome: Outcome, message: String? = nil) {
    self.outcome = outcome
    self.message = message
  }

  /// Checks the length of the message.
  public func validate() throws(WireError) {
    guard (message?.utf8.count ?? 0) <= 1_024 else {
      throw .value(field: "message", reason: "longer than 1024 bytes")
    }
  }
}
