// SPDX-License-Identifier: MIT

import Glibc

/// A Swift program's file, by addresses and by the compiler's sections.
struct SwiftImage {
  /// A section that holds distances.
  struct Section {
    let address: UInt64
    let bytes: [UInt8]

    /// Where the distance at an offset leads to.
    func target(at offset: Int) -> UInt64 {
      let distance = Int32(bitPattern: bytes.number(offset, as: UInt32.self))
      // Bit 1 is a kind, and bit 0 an indirection: neither is part of a distance in these sections.
      return address &+ UInt64(offset) &+ UInt64(bitPattern: Int64(distance & ~3))
    }
  }

  private struct Entry {
    let name: String
    let address: UInt64
    let offset: UInt64
    let size: UInt64
  }

  /// The most sections of a file; real ones have about fifty.
  private static let sectionLimit = 4_096
  /// The most that is read of one section.
  private static let sectionBytes: UInt64 = 64 << 20

  private let reader: ELFReader
  private let header: ELFHeader
  private let entries: [Entry]

  init(path: String) throws(ELFError) {
    let file: SharedDescriptor
    let size: Int
    do throws(SystemError) {
      let descriptor = try retryingInterrupts("open(2)") {
        open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      }
      file = SharedDescriptor(adopting: descriptor)
      let facts = try FileFacts(of: file)
      size = facts.kind == .file ? facts.size : 0
    } catch {
      throw .system(error)
    }
    try self.init(ELFReader(file: file, size: size, readsAhead: true))
  }

  init(_ reader: ELFReader) throws(ELFError) {
    self.reader = reader
    header = try ELFHeader(reader)
    let head = try reader.read(0, 64, "the header")
    let table = head.number(40, as: UInt64.self)
    let count = Int(head.number(60, as: UInt16.self))
    let nameIndex = Int(head.number(62, as: UInt16.self))
    guard count > 0, head.number(58, as: UInt16.self) == 64 else {
      entries = []
      return
    }
    guard count <= Self.sectionLimit, nameIndex < count else {
      throw .malformed("it has \(count) sections")
    }
    let bytes = try reader.read(table, count * 64, "the section header table")
    let names = bytes.number(nameIndex * 64 + 24, as: UInt64.self)
    let namesSize = bytes.number(nameIndex * 64 + 32, as: UInt64.self)
    guard namesSize <= 1 << 20 else { throw .malformed("its section names are too long") }
    let nameBytes = try reader.read(names, Int(namesSize), "the section names")
    entries = (0..<count).map { index in
      let start = index * 64
      let name = Int(bytes.number(start, as: UInt32.self))
      let text = name < nameBytes.count ? nameBytes[name...].prefix { $0 != 0 } : []
      return Entry(
        name: String(decoding: text, as: UTF8.self),
        address: bytes.number(start + 16, as: UInt64.self),
        offset: bytes.number(start + 24, as: UInt64.self),
        size: bytes.number(start + 32, as: UInt64.self))
    }
  }

  /// A section by its name, without what is no whole word at its end.
  func section(_ name: String) throws(ELFError) -> Section? {
    guard let entry = entries.first(where: { $0.name == name }) else { return nil }
    guard entry.size <= Self.sectionBytes else { throw .malformed("its \(name) is too large") }
    let count = Int(entry.size) & ~3
    return Section(
      address: entry.address, bytes: try reader.read(entry.offset, count, "its \(name)"))
  }

  /// Bytes at an address; nil when that is not in the file.
  func bytes(at address: UInt64, count: Int) throws(ELFError) -> [UInt8]? {
    guard let (offset, following) = header.fileOffset(of: address), UInt64(count) <= following
    else { return nil }
    return try reader.read(offset, count, "what an address leads to")
  }

  /// The number of four bytes at an address; nil when that is not in the file.
  func number(at address: UInt64) throws(ELFError) -> UInt32? {
    guard let (offset, following) = header.fileOffset(of: address), following >= 4 else {
      return nil
    }
    return try reader.number(offset, "what an address leads to")
  }

  /// The addresses of the descriptors of all protocols of a name.
  func protocols(named name: String) throws(ELFError) -> Set<UInt64> {
    guard let section = try section("swift5_protocols") else { return [] }
    var found: Set<UInt64> = []
    for offset in stride(from: 0, to: section.bytes.count, by: 4) {
      let address = section.target(at: offset)
      if try self.name(ofContext: address) == name { found.insert(address) }
    }
    return found
  }

  /// The addresses of the slots that hold one of these addresses, in a program that is loaded
  /// anywhere and in one that is not.
  func slots(holding addresses: Set<UInt64>) throws(ELFError) -> Set<UInt64> {
    var found: Set<UInt64> = []
    guard let lowest = addresses.min(), let highest = addresses.max() else { return found }
    // There are a hundred thousand of them and one or two addresses: most are told apart by two
    // comparisons, and the rest by a hash.
    let isMeant = { (value: UInt64) in
      value >= lowest && value <= highest && addresses.contains(value)
    }
    for entry in entries where entry.name == ".rela.dyn" && entry.size <= Self.sectionBytes {
      let bytes = try reader.read(entry.offset, Int(entry.size), "its relocations")
      // The kind does not matter: an addend that is such an address means it.
      for start in stride(from: 0, to: bytes.count - 23, by: 24)
      where isMeant(bytes.number(start + 16, as: UInt64.self)) {
        found.insert(bytes.number(start, as: UInt64.self))
      }
    }
    for entry in entries
    where [".got", ".data.rel.ro"].contains(entry.name) && entry.size <= Self.sectionBytes {
      // A program at fixed addresses has them in its slots already.
      guard entry.address % 8 == 0, header.kind == .executable else { continue }
      let bytes = try reader.read(entry.offset, Int(entry.size), "its data")
      for start in stride(from: 0, to: bytes.count - 7, by: 8)
      where isMeant(bytes.number(start, as: UInt64.self)) {
        found.insert(entry.address &+ UInt64(start))
      }
    }
    return found
  }

  /// The type of a conformance record; nil for one that is none of the program's own.
  func type(
    ofConformance record: UInt64
  ) throws(ELFError)
    -> SwiftConformances.ConformingType?
  {
    guard let bytes = try bytes(at: record, count: 16) else { return nil }
    // Bits 3 to 5 of the flags: 0 is a direct reference to a type's descriptor.
    guard bytes.number(12, as: UInt32.self) >> 3 & 7 == 0 else { return nil }
    let distance = Int32(bitPattern: bytes.number(4, as: UInt32.self))
    let type = record &+ 4 &+ UInt64(bitPattern: Int64(distance))
    guard let name = try name(ofContext: type) else { return nil }
    return .init(name: name, mangledName: try mangledName(of: type))
  }

  /// The name of a module, a type or a protocol, from its descriptor.
  private func name(ofContext address: UInt64) throws(ELFError) -> String? {
    guard let bytes = try bytes(at: address, count: 12) else { return nil }
    let distance = Int32(bitPattern: bytes.number(8, as: UInt32.self))
    let place = address &+ 8 &+ UInt64(bitPattern: Int64(distance))
    guard let (offset, following) = header.fileOffset(of: place) else { return nil }
    return try? reader.text(offset, limit: Int(clamping: min(following, 512)), "a type's name")
  }

  /// The mangled name of a type that lies in a module, perhaps inside of other plain types.
  private func mangledName(of type: UInt64) throws(ELFError) -> String? {
    var address = type
    var parts: [String] = []
    for _ in 0..<16 {
      guard let bytes = try bytes(at: address, count: 8), let name = try name(ofContext: address)
      else { return nil }
      let flags = bytes.number(0, as: UInt32.self)
      // Generic types and names that are no ASCII are mangled otherwise.
      guard flags & 0x80 == 0, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      let kind: String? =
        switch flags & 0x1F {
        case 0: ""
        case 16: "C"
        case 17: "V"
        case 18: "O"
        default: nil
        }
      guard let kind else { return nil }
      parts.append("\(name.utf8.count)\(name)\(kind)")
      if kind.isEmpty { return parts.reversed().joined() }
      let distance = Int32(bitPattern: bytes.number(4, as: UInt32.self))
      guard distance & 1 == 0 else { return nil }
      address = address &+ 4 &+ UInt64(bitPattern: Int64(distance))
    }
    return nil
  }
}
