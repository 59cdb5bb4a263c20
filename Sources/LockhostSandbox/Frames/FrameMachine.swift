// SPDX-License-Identifier: MIT

/// Runs the rules of one function up to an instruction (DWARF 5, section 6.4).
///
/// Only what leads to the caller is kept: the frame's address, the base pointer, the return address.
struct FrameMachine {
  private(set) var row: FrameRules.Row
  private var initial: FrameRules.Row
  private var stack: [FrameRules.Row] = []
  private var location: UInt64 = 0

  /// How many states a function may put aside.
  private static let maximumDepth = 64

  init(_ common: CommonRules, function: UInt64) {
    row = FrameRules.Row(function: function)
    initial = row
  }

  /// Takes what was run until now as the state at the function's first instruction.
  mutating func begin(at address: UInt64) {
    initial = row
    location = address
  }

  /// Runs until the state at `target` is known.
  mutating func run(
    _ cursor: inout ByteCursor, until target: UInt64, _ common: CommonRules
  ) throws(DebugDataError) {
    while !cursor.isAtEnd {
      let code = try cursor.u8()
      let operand = UInt64(code & 0x3f)
      switch code >> 6 {
      case 1: location = location &+ operand &* common.codeUnit
      case 2: set(operand, .saved(scaled(try cursor.uleb(), common)))
      case 3: restore(operand)
      default: try other(code, &cursor, common)
      }
      if location > target { return }
    }
  }

  private mutating func other(
    _ code: UInt8, _ cursor: inout ByteCursor, _ common: CommonRules
  ) throws(DebugDataError) {
    switch code {
    case 0x00: break
    case 0x01: location = try cursor.u64()
    case 0x02: location = location &+ UInt64(try cursor.u8()) &* common.codeUnit
    case 0x03: location = location &+ UInt64(try cursor.u16()) &* common.codeUnit
    case 0x04: location = location &+ UInt64(try cursor.u32()) &* common.codeUnit
    case 0x05:
      let register = try cursor.uleb()
      set(register, .saved(scaled(try cursor.uleb(), common)))
    case 0x06: restore(try cursor.uleb())
    case 0x07: set(try cursor.uleb(), .undefined)
    case 0x08: set(try cursor.uleb(), .same)
    case 0x09:
      set(try cursor.uleb(), .undefined)
      _ = try cursor.uleb()
    case 0x0a:
      guard stack.count < Self.maximumDepth else { throw .tooMuch }
      stack.append(row)
    case 0x0b:
      guard let kept = stack.popLast() else { throw .malformed }
      row = kept
    case 0x0c:
      row.register = try cursor.uleb()
      row.distance = Int64(bitPattern: try cursor.uleb())
    case 0x0d: row.register = try cursor.uleb()
    case 0x0e: row.distance = Int64(bitPattern: try cursor.uleb())
    case 0x11:
      let register = try cursor.uleb()
      set(register, .saved(try cursor.sleb() &* common.dataUnit))
    case 0x12:
      row.register = try cursor.uleb()
      row.distance = try cursor.sleb() &* common.dataUnit
    case 0x13: row.distance = try cursor.sleb() &* common.dataUnit
    case 0x2e: _ = try cursor.uleb()
    case 0x10, 0x16:
      set(try cursor.uleb(), .undefined)
      try cursor.skip(try cursor.uleb())
    default:
      // A frame's address by an expression: jump tables of the linker, signal frames.
      throw .malformed
    }
  }

  private func scaled(_ offset: UInt64, _ common: CommonRules) -> Int64 {
    Int64(bitPattern: offset) &* common.dataUnit
  }

  private mutating func set(_ register: UInt64, _ rule: FrameRules.Rule) {
    switch register {
    case FrameRules.Row.basePointerNumber: row.basePointer = rule
    case FrameRules.Row.returnAddressNumber: row.returnAddress = rule
    default: break
    }
  }

  private mutating func restore(_ register: UInt64) {
    switch register {
    case FrameRules.Row.basePointerNumber: row.basePointer = initial.basePointer
    case FrameRules.Row.returnAddressNumber: row.returnAddress = initial.returnAddress
    default: break
    }
  }
}
