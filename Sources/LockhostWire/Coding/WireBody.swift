// SPDX-License-Identifier: MIT

/// A value that is the whole body of a message.
///
/// Types conform through ``JSONBody`` or ``FixedBody``.
public protocol WireBody: Sendable {
  /// Reads a body that a peer sent.
  ///
  /// - Throws: ``WireError``; never traps, whatever the bytes are.
  init(body: [UInt8]) throws(WireError)

  /// The bytes to send.
  ///
  /// - Throws: ``WireError`` when the value breaks one of the protocol's limits.
  func encodedBody() throws(WireError) -> [UInt8]

  /// Checks limits that the value's type cannot express; called on both sides.
  func validate() throws(WireError)
}

extension WireBody {
  /// Accepts every value.
  public func validate() throws(WireError) {}
}
