// SPDX-License-Identifier: MIT

/// How much of refusals the host bears from one guest.
public struct ViolationLimits: Hashable, Sendable {
  /// More refusals than this within a second are a flood.
  public var perSecond: Int
  /// More refusals than this in all are a flood.
  public var total: Int
  /// How many different refusals are kept; more are only counted.
  public var distinct: Int

  /// Makes limits.
  ///
  /// A refusal costs guest and host together about 20 µs, so the default of 10,000 in a second is
  /// a guest that does little else.
  public init(perSecond: Int = 10_000, total: Int = 100_000, distinct: Int = 256) {
    self.perSecond = perSecond
    self.total = total
    self.distinct = distinct
  }
}
