// SPDX-License-Identifier: MIT

/// When a single call is admitted: comparisons of named arguments, joined by `&&` and `||`.
public indirect enum Condition: Hashable, Sendable {
  /// One comparison of one argument.
  case test(argument: String, Relation)
  /// All of these hold.
  case all([Condition])
  /// Any of these holds.
  case any([Condition])

  /// How an argument is compared.
  public enum Relation: Hashable, Sendable {
    /// `== VALUE`
    case equals(Value)
    /// `!= VALUE`; only for 64-bit arguments, since a register has rubbish values that the kernel
    /// cuts down to the very value meant.
    case differs(Value)
    /// `< VALUE`, without a sign.
    case below(Value)
    /// `<= VALUE`, without a sign.
    case atMost(Value)
    /// `> VALUE`; only for 64-bit arguments.
    case above(Value)
    /// `>= VALUE`; only for 64-bit arguments.
    case atLeast(Value)
    /// `in VALUE`: no bit is set outside the value.
    case within(Value)
    /// `has VALUE`: every bit of the value is set.
    case has(Value)
    /// `& MASK == VALUE`
    case masked(Value, equals: Value)
    /// `in {VALUE, …}`: one of these.
    case oneOf([Value])
  }

  /// A number: constants and numbers joined by `|`, perhaps turned around by `~`.
  public struct Value: Hashable, Sendable {
    /// What is joined.
    public var terms: [Term]
    /// Whether all bits are turned around: `~PROT_EXEC`, `~(A|B)`.
    public var isComplement: Bool

    /// Makes a value from terms.
    public init(_ terms: Term..., isComplement: Bool = false) {
      self.init(terms: terms, isComplement: isComplement)
    }

    /// Makes a value from a list of terms.
    public init(terms: [Term], isComplement: Bool = false) {
      self.terms = terms
      self.isComplement = isComplement
    }
  }

  /// A constant of the argument's kind, or a number.
  public enum Term: Hashable, Sendable {
    /// A constant by name.
    case name(String)
    /// A number; a negative one as its 64-bit two's complement.
    case number(UInt64)
  }
}
