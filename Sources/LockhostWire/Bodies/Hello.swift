// SPDX-License-Identifier: MIT

/// The guest's first message.
public struct Hello: JSONBody, Hashable {
  /// The oldest protocol version that the guest speaks.
  public let protocolMinimum: Int
  /// The newest protocol version that the guest speaks.
  public let protocolMaximum: Int
  /// What the guest says it is; the host compares it with what it started.
  public let role: GuestRole
  /// The guest's library and its version, for the record; at most 64 bytes.
  public let sdk: String

  /// Makes the value from its fields.
  public init(protocolMinimum: Int, protocolMaximum: Int, role: GuestRole, sdk: String) {
    self.protocolMinimum = protocolMinimum
    self.protocolMaximum = protocolMaximum
    self.role = role
    self.sdk = sdk
  }

  /// Checks the length of ``sdk``.
  public func validate() throws(WireError) {
    guard sdk.utf8.count <= 64 else { throw .value(field: "sdk", reason: "longer than 64 bytes") }
  }
}
