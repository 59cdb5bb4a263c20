// SPDX-License-Identifier: MIT

/// How to find a function's caller from one of its instructions: `.eh_frame`, as compilers write it
/// for exceptions, whether or not the function keeps a frame pointer.
///
/// Optimized Swift and the C library keep none, so a chain of frame pointers would skip callers.
struct FrameRules {
  /// How a register's value before the call is found.
  enum Rule: Hashable, Sendable {
    /// It has not been touched.
    case same
    /// Nobody knows it any more; for the return address: there is no caller.
    case undefined
    /// It was saved at a distance from the frame's address.
    case saved(Int64)
  }

  /// The state at one instruction.
  struct Row: Hashable, Sendable {
    /// The frame's address, the stack pointer before the call: this register's value and a distance.
    var register: UInt64 = Self.stackPointer
    var distance: Int64 = 8
    var basePointer = Rule.same
    var returnAddress = Rule.saved(-8)
    /// The first address of the function.
    var function: UInt64 = 0

    /// DWARF's numbers of x86-64's registers.
    static let basePointerNumber: UInt64 = 6
    static let stackPointer: UInt64 = 7
    static let returnAddressNumber: UInt64 = 16
  }

  private struct Function {
    let low: UInt64
    let high: UInt64
    let place: Int
  }

  private static let maximumFunctions = 1 << 20
  private static let maximumCommons = 4_096

  private let bytes: [UInt8]
  private let address: UInt64
  private var functions: [Function] = []

  /// Reads the section of an image once through, and notes where each function's rules are.
  init(_ image: DebugImage) throws(DebugDataError) {
    try self.init(bytes: image.section(".eh_frame"), address: image.address(of: ".eh_frame") ?? 0)
  }

  init(bytes: [UInt8], address: UInt64) throws(DebugDataError) {
    self.bytes = bytes
    self.address = address
    var place = 0
    var commons: [Int: CommonRules?] = [:]
    while place < bytes.count, let record = try? Record(bytes, at: place) {
      place = record.next
      guard !record.isCommon else { continue }
      if commons[record.common] == nil {
        guard commons.count < Self.maximumCommons else { throw .tooMuch }
        commons[record.common] = .some(try? CommonRules(bytes, record.common))
      }
      guard let common = commons[record.common] ?? nil else { continue }
      var cursor = ByteCursor(bytes, from: record.body, to: record.next)
      guard let low = try? pointer(common.encoding, &cursor),
        let size = try? pointer(common.encoding & 0x0f, &cursor), size > 0, low <= .max - size
      else { continue }
      guard functions.count < Self.maximumFunctions else { throw .tooMuch }
      functions.append(Function(low: low, high: low + size, place: record.start))
    }
    functions.sort { $0.low < $1.low }
  }

  /// What it keeps of the file.
  var heldBytes: Int { bytes.count + functions.count * 24 }

  /// The rules at an instruction; nil when it is in no function that has any.
  func row(at target: UInt64) throws(DebugDataError) -> Row? {
    var (low, high) = (0, functions.count)
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].low <= target { low = middle + 1 } else { high = middle }
    }
    guard low > 0, target < functions[low - 1].high else { return nil }
    let function = functions[low - 1]
    let record = try Record(bytes, at: function.place)
    let common = try CommonRules(bytes, record.common)
    var machine = FrameMachine(common, function: function.low)
    var start = ByteCursor(bytes, from: common.instructions, to: common.end)
    try machine.run(&start, until: .max, common)
    machine.begin(at: function.low)
    var cursor = ByteCursor(bytes, from: record.body, to: record.next)
    _ = try pointer(common.encoding, &cursor)
    _ = try pointer(common.encoding & 0x0f, &cursor)
    if common.hasAugmentation { try cursor.skip(try cursor.uleb()) }
    try machine.run(&cursor, until: target, common)
    return machine.row
  }

  /// An encoded address: absolute or relative to its own place, of a fixed size.
  private func pointer(
    _ encoding: UInt8, _ cursor: inout ByteCursor
  ) throws(DebugDataError) -> UInt64 {
    let place = address &+ UInt64(cursor.offset)
    let value: UInt64
    switch encoding & 0x0f {
    case 0x00, 0x04, 0x0c: value = try cursor.u64()
    case 0x02: value = UInt64(try cursor.u16())
    case 0x03: value = UInt64(try cursor.u32())
    case 0x0a:
      value = UInt64(bitPattern: Int64(Int16(truncatingIfNeeded: try cursor.u16())))
    case 0x0b:
      value = UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: try cursor.u32())))
    default: throw .malformed
    }
    switch encoding & 0xf0 {
    case 0x00: return value
    case 0x10: return place &+ value
    default: throw .malformed
    }
  }
}

/// One record of the section: a function's rules, or what several of them have in common.
private struct Record {
  let start: Int
  let body: Int
  let next: Int
  let isCommon: Bool
  /// Where the record is that this one builds on.
  let common: Int

  init(_ bytes: [UInt8], at start: Int) throws(DebugDataError) {
    var cursor = ByteCursor(bytes, from: start)
    self.start = start
    var length = UInt64(try cursor.u32())
    if length == 0xffff_ffff { length = try cursor.u64() }
    let identifier = cursor.offset
    // Length 0 ends the rules of one object file, in the middle of a linked image.
    guard length != 0 else {
      (body, next, isCommon, common) = (identifier, identifier, true, start)
      return
    }
    guard length >= 4, length <= UInt64(cursor.remaining) else { throw .malformed }
    next = identifier + Int(length)
    let distance = Int(try cursor.u32())
    body = cursor.offset
    isCommon = distance == 0
    common = identifier - distance
    guard common >= 0 else { throw .malformed }
  }
}

/// What the rules of several functions have in common.
struct CommonRules {
  let codeUnit: UInt64
  let dataUnit: Int64
  let encoding: UInt8
  let hasAugmentation: Bool
  let instructions: Int
  let end: Int

  init(_ bytes: [UInt8], _ place: Int) throws(DebugDataError) {
    let record = try Record(bytes, at: place)
    guard record.isCommon else { throw .malformed }
    end = record.next
    var cursor = ByteCursor(bytes, from: record.body, to: record.next)
    let version = try cursor.u8()
    guard version == 1 || version == 3 else { throw .malformed }
    let augmentation = try cursor.text()
    codeUnit = try cursor.uleb()
    dataUnit = try cursor.sleb()
    _ = version == 1 ? UInt64(try cursor.u8()) : try cursor.uleb()
    hasAugmentation = augmentation.hasPrefix("z")
    guard augmentation.isEmpty || hasAugmentation else { throw .malformed }
    var encoding: UInt8 = 0
    if hasAugmentation {
      let length = try cursor.uleb()
      guard length <= UInt64(cursor.remaining) else { throw .malformed }
      let after = cursor.offset + Int(length)
      for letter in augmentation.utf8.dropFirst() {
        switch letter {
        case UInt8(ascii: "R"): encoding = try cursor.u8()
        case UInt8(ascii: "L"): _ = try cursor.u8()
        case UInt8(ascii: "P"):
          let personality = try cursor.u8()
          try cursor.skip(personality & 0x07 == 0x03 ? 4 : personality & 0x07 == 0x02 ? 2 : 8)
        default: break
        }
      }
      try cursor.seek(after)
    }
    self.encoding = encoding
    instructions = cursor.offset
  }
}
