// SPDX-License-Identifier: MIT

/// What an argument register holds: its width, its sign, and the constants that it may have.
public struct ArgumentKind: Hashable, Sendable {
  /// The kind's word in the table of calls.
  public let name: String
  /// How many bits of the register the kernel looks at.
  public let width: Width
  /// How the number is shown where no constant fits.
  public let style: Style
  /// The constants, in the order in which flags are named.
  public let constants: [Constant]
  /// The bits that hold one number out of several; every other bit is a flag of its own.
  public let field: UInt64

  /// How many bits of a register the kernel looks at.
  public enum Width: Sendable { case half, whole }

  /// How a number without a constant is shown.
  public enum Style: Sendable { case signed, unsigned, hexadecimal, octal, pointer }

  /// A named number.
  public struct Constant: Hashable, Sendable {
    /// The C name.
    public let name: String
    /// The number; a negative one as its 64-bit two's complement.
    public let value: UInt64
  }

  /// The number of a constant, or nil where the kind has none of this name.
  public func value(of constant: String) -> UInt64? {
    constants.first { $0.name == constant }?.value
  }
}
