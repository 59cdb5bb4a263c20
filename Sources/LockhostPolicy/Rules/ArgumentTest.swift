// SPDX-License-Identifier: MIT

/// One comparison of one whole argument register with a number.
///
/// The lowest form of a condition, which the compiler and the evaluator share. All 64 bits take
/// part, whatever the kernel looks at: a call with rubbish in the upper half is not the call that
/// the rule means.
public struct ArgumentTest: Hashable, Sendable {
  /// Which register: 0 to 5.
  public let argument: Int
  /// How the register is compared, without a sign.
  public let comparison: Comparison

  /// Makes a test of one register.
  public init(argument: Int, comparison: Comparison) {
    self.argument = argument
    self.comparison = comparison
  }

  /// The comparisons that a filter can make.
  public enum Comparison: Hashable, Sendable {
    /// The bits under the mask are exactly these.
    case masked(mask: UInt64, value: UInt64)
    /// The register is another number.
    case notEqual(UInt64)
    /// The register is a smaller number.
    case below(UInt64)
    /// The register is this number or a smaller one.
    case atMost(UInt64)
    /// The register is a greater number.
    case above(UInt64)
    /// The register is this number or a greater one.
    case atLeast(UInt64)
  }

  /// Whether a call passes.
  public func matches(_ arguments: [UInt64]) -> Bool {
    guard arguments.indices.contains(argument) else { return false }
    let register = arguments[argument]
    return switch comparison {
    case .masked(let mask, let value): register & mask == value
    case .notEqual(let value): register != value
    case .below(let value): register < value
    case .atMost(let value): register <= value
    case .above(let value): register > value
    case .atLeast(let value): register >= value
    }
  }
}
