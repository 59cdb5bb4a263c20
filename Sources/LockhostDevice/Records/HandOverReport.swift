// SPDX-License-Identifier: MIT

/// What a hand-over brought, and what it left behind.
public struct HandOverReport: Codable, Hashable, Sendable {
  /// How many refused entries are named; the rest are only counted.
  public static let namedRefusals = 256

  /// The folder in the app's container; `nil` if nothing was there to hand over.
  @NullWhenNil public var path: String?
  /// How many plain files arrived.
  public var files = 0
  /// Their size.
  public var bytes = 0
  /// What did not arrive, at most ``namedRefusals`` entries.
  public var refused: [RefusedEntry] = []
  /// How many did not arrive, named or not.
  public var refusedCount = 0

  /// Creates the report of an empty session folder.
  public init() {}
}
