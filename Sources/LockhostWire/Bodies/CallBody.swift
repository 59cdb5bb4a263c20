// SPDX-License-Identifier: MIT

/// A value of somebody else's type, as it travels on a route of ``Route/ownNumbers``.
public struct CallBody<Value: Codable & Sendable>: JSONBody {
  /// The value.
  public let value: Value

  /// Makes the body of a value.
  public init(_ value: Value) {
    self.value = value
  }
}
