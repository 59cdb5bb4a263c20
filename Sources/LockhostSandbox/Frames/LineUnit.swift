// SPDX-License-Identifier: MIT

/// The head of one unit of a line table.
struct LineUnit {
  /// Where it starts, where its program starts, and where the next unit starts.
  let start: Int
  let program: Int
  let end: Int
  /// Whether the version is one that is understood.
  let isKnown: Bool
  let minimumInstruction: UInt8
  let lineBase: Int8
  let lineRange: UInt8
  let opcodeBase: UInt8
  /// How many operands the standard opcodes have, from opcode 1.
  let operandCounts: [UInt8]

  private let version: UInt16
  private let isLong: Bool
  private let tables: Int

  /// The longest table of folders or files that is looked at.
  private static let maximumEntries: UInt64 = 65_536

  init(_ bytes: [UInt8], at start: Int) throws(DebugDataError) {
    var cursor = ByteCursor(bytes, from: start)
    self.start = start
    var length = UInt64(try cursor.u32())
    isLong = length == 0xffff_ffff
    if isLong { length = try cursor.u64() }
    guard length <= UInt64(cursor.remaining) else { throw .malformed }
    end = cursor.offset + Int(length)
    guard end > start + 4 else { throw .malformed }
    cursor = ByteCursor(bytes, from: cursor.offset, to: end)
    version = length >= 2 ? try cursor.u16() : 0
    guard (2...5).contains(version) else {
      (isKnown, program, tables, minimumInstruction) = (false, end, end, 1)
      (lineBase, lineRange, opcodeBase, operandCounts) = (0, 1, 1, [])
      return
    }
    isKnown = true
    if version >= 5 { try cursor.skip(2) }
    let headerLength = try cursor.unsigned(isLong ? 8 : 4)
    guard headerLength <= UInt64(cursor.remaining) else { throw .malformed }
    program = cursor.offset + Int(headerLength)
    minimumInstruction = try cursor.u8()
    if version >= 4 { try cursor.skip(1) }
    try cursor.skip(1)
    lineBase = Int8(bitPattern: try cursor.u8())
    lineRange = try cursor.u8()
    opcodeBase = try cursor.u8()
    guard lineRange > 0, opcodeBase > 0 else { throw .malformed }
    var counts: [UInt8] = []
    for _ in 1..<max(1, opcodeBase) { counts.append(try cursor.u8()) }
    operandCounts = counts
    tables = cursor.offset
  }

  /// How long the tables of folders and files are, which a question for a path reads.
  var tableBytes: Int { program - tables }

  /// The path of a file by its number; nil when there is none.
  func path(
    of file: UInt64, _ bytes: [UInt8], _ strings: LineStrings
  ) throws(DebugDataError) -> String? {
    version >= 5 ? try modern(file, bytes, strings) : try plain(file, bytes)
  }

  // MARK: Versions 2 to 4

  private func plain(_ file: UInt64, _ bytes: [UInt8]) throws(DebugDataError) -> String? {
    var cursor = ByteCursor(bytes, from: tables, to: program)
    var folders: [String] = []
    while case let folder = try cursor.text(), !folder.isEmpty {
      guard folders.count < Self.maximumEntries else { throw .tooMuch }
      folders.append(folder)
    }
    var number: UInt64 = 0
    while case let name = try cursor.text(), !name.isEmpty {
      number += 1
      let folder = try cursor.uleb()
      _ = try cursor.uleb()
      _ = try cursor.uleb()
      guard number == file else {
        guard number < Self.maximumEntries else { throw .tooMuch }
        continue
      }
      // Folder 0 is the compiler's own, which another section has.
      guard folder > 0, folder <= UInt64(folders.count) else { return name }
      return Self.joined(folders[Int(folder) - 1], name)
    }
    return nil
  }

  // MARK: Version 5

  /// A folder or file; its text is only looked up for the one that is asked for.
  private struct Entry {
    var form: UInt64 = 0
    var place = 0
    var folder: UInt64 = 0
  }

  private func modern(
    _ file: UInt64, _ bytes: [UInt8], _ strings: LineStrings
  ) throws(DebugDataError) -> String? {
    var cursor = ByteCursor(bytes, from: tables, to: program)
    let folders = try entries(&cursor)
    let files = try entries(&cursor)
    guard file < UInt64(files.count) else { return nil }
    let entry = files[Int(file)]
    let name = try text(of: entry, bytes, strings)
    guard let first = folders.first, entry.folder < UInt64(folders.count) else { return name }
    // A folder that is not absolute is in the compiler's own, which is the first.
    let base = try text(of: first, bytes, strings)
    let folder = try text(of: folders[Int(entry.folder)], bytes, strings)
    return Self.joined(entry.folder == 0 ? base : Self.joined(base, folder), name)
  }

  private func entries(_ cursor: inout ByteCursor) throws(DebugDataError) -> [Entry] {
    var format: [(content: UInt64, form: UInt64)] = []
    for _ in 0..<(try cursor.u8()) { format.append((try cursor.uleb(), try cursor.uleb())) }
    let count = try cursor.uleb()
    // Every known form takes at least a byte, so what remains bounds the count.
    guard count <= min(Self.maximumEntries, UInt64(cursor.remaining)), count == 0 || !format.isEmpty
    else { throw .tooMuch }
    var entries: [Entry] = []
    for _ in 0..<count {
      var entry = Entry()
      for (content, form) in format {
        if content == 1 { (entry.form, entry.place) = (form, cursor.offset) }
        if content == 2 {
          entry.folder = try number(form, &cursor)
        } else {
          try skip(form, &cursor)
        }
      }
      entries.append(entry)
    }
    return entries
  }

  private func text(
    of entry: Entry, _ bytes: [UInt8], _ strings: LineStrings
  ) throws(DebugDataError) -> String {
    var cursor = ByteCursor(bytes, from: entry.place, to: program)
    let source: [UInt8]
    switch entry.form {
    case 0x08: return try cursor.text()
    case 0x0e: source = strings.strings
    case 0x1f: source = strings.lineStrings
    default: throw .malformed
    }
    let offset = try cursor.unsigned(isLong ? 8 : 4)
    guard offset < UInt64(source.count) else { throw .malformed }
    var place = ByteCursor(source, from: Int(offset))
    return try place.text()
  }

  private func number(_ form: UInt64, _ cursor: inout ByteCursor) throws(DebugDataError) -> UInt64 {
    switch form {
    case 0x0b: UInt64(try cursor.u8())
    case 0x05: UInt64(try cursor.u16())
    case 0x06: UInt64(try cursor.u32())
    case 0x07: try cursor.u64()
    case 0x0f: try cursor.uleb()
    default: throw .malformed
    }
  }

  private func skip(_ form: UInt64, _ cursor: inout ByteCursor) throws(DebugDataError) {
    switch form {
    case 0x08: _ = try cursor.text()
    case 0x0e, 0x1f: _ = try cursor.unsigned(isLong ? 8 : 4)
    case 0x1e: try cursor.skip(16)
    case 0x09: try cursor.skip(try cursor.uleb())
    default: _ = try number(form, &cursor)
    }
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.isEmpty || name.hasPrefix("/") ? name : folder + "/" + name
  }
}
