// SPDX-License-Identifier: MIT

/// Asks for an intent's context.
public struct ContextGet: JSONBody, Hashable {
  /// The intent's type name; at most 128 bytes.
  public let intent: String

  /// Makes the value from its fields.
  public init(intent: String) {
    self.intent = intent
  }

  /// Checks the intent's name.
  public func validate() throws(WireError) { try checkIntentName(intent) }
}

/// An intent's context, or none.
public struct IntentContext: JSONBody, Hashable {
  /// The context as the intent's own JSON; nil when there is none.
  public let data: Base64Bytes?

  /// Makes the value from its fields.
  public init(data: Base64Bytes?) {
    self.data = data
  }
}

/// Replaces or removes an intent's context.
public struct ContextSet: JSONBody, Hashable {
  /// The intent's type name; at most 128 bytes.
  public let intent: String
  /// The context as the intent's own JSON; nil removes it.
  ///
  /// The host refuses more than
  /// ``WireLimits/contextBytes`` with ``WireFailure/Code/tooLarge`` and both sizes.
  public let data: Base64Bytes?

  /// Makes the value from its fields.
  public init(intent: String, data: Base64Bytes?) {
    self.intent = intent
    self.data = data
  }

  /// Checks the intent's name.
  public func validate() throws(WireError) { try checkIntentName(intent) }
}

private func checkIntentName(_ name: String) throws(WireError) {
  guard (1...128).contains(name.utf8.count) else {
    throw .value(field: "intent", reason: "not 1 to 128 bytes long")
  }
}
