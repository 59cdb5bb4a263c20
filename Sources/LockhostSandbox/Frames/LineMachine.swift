// SPDX-License-Identifier: MIT

/// Runs one unit's line-number program, row by row (DWARF 5, section 6.2).
struct LineMachine {
  /// One row: from its address on, until the next row's, instructions are of this line.
  struct Row {
    let address: UInt64
    let file: UInt64
    let line: UInt64
    /// Whether the run of instructions ends before this address.
    let isEnd: Bool
  }

  private let unit: LineUnit
  private var cursor: ByteCursor
  private var address: UInt64 = 0
  private var file: UInt64 = 1
  private var line: UInt64 = 1

  /// Starts at the beginning of a unit's program, or at a place where a run of instructions starts.
  init(_ unit: LineUnit, _ bytes: [UInt8], from place: Int? = nil) {
    self.unit = unit
    cursor = ByteCursor(bytes, from: max(place ?? unit.program, unit.program), to: unit.end)
  }

  /// Where the next instruction is.
  var place: Int { cursor.offset }

  /// Runs to the next row.
  ///
  /// - Parameter steps: Counts up; past the limit it is `tooMuch`.
  mutating func next(_ steps: inout Int, limit: Int) throws(DebugDataError) -> Row? {
    while !cursor.isAtEnd {
      steps += 1
      guard steps <= limit else { throw .tooMuch }
      let code = try cursor.u8()
      if code >= unit.opcodeBase {
        let adjusted = UInt64(code - unit.opcodeBase)
        advance(adjusted / UInt64(unit.lineRange))
        line = moved(by: Int64(unit.lineBase) + Int64(adjusted % UInt64(unit.lineRange)))
        return row()
      }
      if let row = try standard(code) { return row }
    }
    return nil
  }

  private mutating func standard(_ code: UInt8) throws(DebugDataError) -> Row? {
    switch code {
    case 0: return try extended()
    case 1: return row()
    case 2: advance(try cursor.uleb())
    case 3: line = moved(by: try cursor.sleb())
    case 4: file = try cursor.uleb()
    case 5, 12: _ = try cursor.uleb()
    case 6, 7, 10, 11: break
    case 8: advance(UInt64(255 - unit.opcodeBase) / UInt64(unit.lineRange))
    case 9: address &+= UInt64(try cursor.u16())
    default:
      guard Int(code) <= unit.operandCounts.count else { throw .malformed }
      for _ in 0..<unit.operandCounts[Int(code) - 1] { _ = try cursor.uleb() }
    }
    return nil
  }

  private mutating func extended() throws(DebugDataError) -> Row? {
    let length = try cursor.uleb()
    guard length > 0, length <= UInt64(cursor.remaining) else { throw .malformed }
    let end = cursor.offset + Int(length)
    var isEnd = false
    switch try cursor.u8() {
    case 1: isEnd = true
    case 2: address = try cursor.unsigned(min(end - cursor.offset, 8))
    default: break
    }
    try cursor.seek(end)
    guard isEnd else { return nil }
    let row = Row(address: address, file: file, line: line, isEnd: true)
    (address, file, line) = (0, 1, 1)
    return row
  }

  private mutating func advance(_ operation: UInt64) {
    // One operation for each instruction on x86-64.
    address &+= operation &* UInt64(unit.minimumInstruction)
  }

  private func moved(by distance: Int64) -> UInt64 { line &+ UInt64(bitPattern: distance) }

  private func row() -> Row { Row(address: address, file: file, line: line, isEnd: false) }
}
