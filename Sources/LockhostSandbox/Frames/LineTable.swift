// SPDX-License-Identifier: MIT

/// Which line of source each instruction of an image came from: `.debug_line` of DWARF 2 to 5.
///
/// The table is a program for a small machine, written by whoever wrote the guest: the number of its
/// steps is bounded over the life of this value, not only for one question.
struct LineTable {
  /// A run of instructions whose rows are in order.
  private struct Sequence {
    let low: UInt64
    let high: UInt64
    let unit: Int
    let program: Int
  }

  /// The most runs that are kept; an honest image of a hundred megabytes has a tenth of them.
  private static let maximumSequences = 1 << 20
  /// The most steps that are taken: three for each byte of a large section.
  private static let maximumSteps = 300_000_000

  private let bytes: [UInt8]
  private let strings: LineStrings
  private var sequences: [Sequence] = []
  private var steps = 0

  /// Reads the table of an image once through, and notes where each run of instructions is.
  init(_ image: DebugImage) throws(DebugDataError) {
    try self.init(
      bytes: image.section(".debug_line"),
      strings: LineStrings(
        lineStrings: image.section(".debug_line_str"), strings: image.section(".debug_str")))
  }

  init(bytes: [UInt8], strings: LineStrings) throws(DebugDataError) {
    self.bytes = bytes
    self.strings = strings
    var place = 0
    while place < bytes.count {
      let unit: LineUnit
      do throws(DebugDataError) {
        unit = try LineUnit(bytes, at: place)
      } catch {
        // Nothing says where the next one begins.
        break
      }
      place = unit.end
      guard unit.isKnown else { continue }
      try index(unit)
    }
    sequences.sort { $0.low < $1.low }
  }

  /// What it keeps of the file.
  var heldBytes: Int {
    bytes.count + strings.lineStrings.count + strings.strings.count + sequences.count * 32
  }

  /// The line of an instruction; nil when the table has none.
  mutating func line(at address: UInt64) throws(DebugDataError) -> SourceLine? {
    // The last that begins at or before it, or one that begins earlier and is longer: a few.
    var (low, high) = (0, sequences.count)
    while low < high {
      let middle = (low + high) / 2
      if sequences[middle].low <= address { low = middle + 1 } else { high = middle }
    }
    for index in stride(from: low - 1, through: max(0, low - 16), by: -1)
    where address < sequences[index].high {
      if let line = try line(at: address, in: sequences[index]) { return line }
    }
    return nil
  }

  // MARK: Running

  private mutating func index(_ unit: LineUnit) throws(DebugDataError) {
    var machine = LineMachine(unit, bytes)
    var start = machine.place
    var low = UInt64.max
    do throws(DebugDataError) {
      while let row = try machine.next(&steps, limit: Self.maximumSteps) {
        low = min(low, row.address)
        guard row.isEnd else { continue }
        // A linker puts what it left out at 0.
        if low != 0, low < row.address {
          guard sequences.count < Self.maximumSequences else { throw DebugDataError.tooMuch }
          sequences.append(
            Sequence(low: low, high: row.address, unit: unit.start, program: start))
        }
        start = machine.place
        low = .max
      }
    } catch {
      // The other units may be sound; the bound is for all of them.
      if error == .tooMuch { throw error }
    }
  }

  private mutating func line(
    at address: UInt64, in sequence: Sequence
  ) throws(DebugDataError) -> SourceLine? {
    let unit = try LineUnit(bytes, at: sequence.unit)
    var machine = LineMachine(unit, bytes, from: sequence.program)
    var last: LineMachine.Row?
    while let row = try machine.next(&steps, limit: Self.maximumSteps) {
      if let last, last.address <= address, address < row.address {
        steps += unit.tableBytes
        guard last.line > 0, let path = try unit.path(of: last.file, bytes, strings) else {
          return nil
        }
        return SourceLine(path: path, line: last.line)
      }
      if row.isEnd { return nil }
      last = row
    }
    return nil
  }
}

/// The sections that hold texts of line tables.
struct LineStrings {
  let lineStrings: [UInt8]
  let strings: [UInt8]
}
