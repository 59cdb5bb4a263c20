// SPDX-License-Identifier: MIT

/// The entries of `PT_DYNAMIC` that decide which libraries are loaded from where.
struct ELFDynamicSection {
  /// The most entries; real files have about thirty, and one for each needed library.
  private static let entryLimit = 4_096

  private(set) var needed: [UInt64] = []
  private(set) var soname: UInt64?
  private(set) var runPath: UInt64?
  private(set) var rPath: UInt64?
  private(set) var flags1: UInt64 = 0
  private let strings: (offset: UInt64, count: UInt64)?

  init(_ reader: ELFReader, _ header: ELFHeader) throws(ELFError) {
    guard let segment = header.segments.first(where: { $0.type == 2 }) else {
      strings = nil
      return
    }
    let count = Int(clamping: segment.fileSize / 16)
    guard count <= Self.entryLimit else { throw .malformed("its dynamic section is too long") }
    let bytes = try reader.read(segment.offset, count * 16, "the dynamic section")
    var table: UInt64?
    var tableSize: UInt64 = .max
    entries: for index in 0..<count {
      let value = bytes.number(index * 16 + 8, as: UInt64.self)
      switch bytes.number(index * 16, as: UInt64.self) {
      case 0: break entries
      case 1: needed.append(value)
      case 5: table = value
      case 10: tableSize = value
      case 14: soname = value
      case 15: rPath = value
      case 29: runPath = value
      case 0x6FFF_FFFB: flags1 = value
      default: continue
      }
    }
    guard let table else {
      strings = nil
      guard needed.isEmpty else { throw .malformed("it needs libraries, and has no string table") }
      return
    }
    guard let place = header.fileOffset(of: table) else {
      throw .malformed("its string table is not in the file")
    }
    strings = (place.offset, min(place.count, tableSize))
  }

  /// Reads a text of the string table.
  func string(_ reader: ELFReader, at offset: UInt64) throws(ELFError) -> String {
    guard let strings, offset < strings.count else {
      throw .truncated("a text of the dynamic section")
    }
    let (place, overflow) = strings.offset.addingReportingOverflow(offset)
    guard !overflow else { throw .truncated("a text of the dynamic section") }
    return try reader.text(
      place, limit: Int(clamping: strings.count - offset), "a text of the dynamic section")
  }
}
