// SPDX-License-Identifier: MIT

/// The head of an ELF file, and its program headers.
struct ELFHeader {
  /// A part of the file that is mapped, or says something to the loader.
  struct Segment {
    let type: UInt32
    let offset: UInt64
    let address: UInt64
    let fileSize: UInt64
    let memorySize: UInt64
  }

  /// The most program headers; real files have about a dozen.
  private static let segmentLimit = 256

  let kind: ELFImage.Kind
  let machine: UInt16
  let segments: [Segment]

  init(_ reader: ELFReader) throws(ELFError) {
    guard reader.size >= 4, try reader.read(0, 4, "the magic") == [0x7F, 0x45, 0x4C, 0x46] else {
      throw .notELF
    }
    let identity = try reader.read(0, 16, "the identification")
    // Class 2 is 64 bits, data 1 little-endian, version 1 the only one.
    guard identity[4] == 2, identity[5] == 1, identity[6] == 1 else { throw .unsupportedFormat }
    let head = try reader.read(0, 64, "the header")
    switch head.number(16, as: UInt16.self) {
    case 2: kind = .executable
    case 3: kind = .sharedObject
    case let type: throw .unsupportedType(type)
    }
    machine = head.number(18, as: UInt16.self)
    let table = head.number(32, as: UInt64.self)
    let entrySize = head.number(54, as: UInt16.self)
    let count = Int(head.number(56, as: UInt16.self))
    guard count > 0 else { throw .malformed("it has no program headers") }
    guard entrySize == 56 else { throw .malformed("its program headers have an unknown size") }
    guard count <= Self.segmentLimit else { throw .malformed("it has \(count) program headers") }
    let bytes = try reader.read(table, count * 56, "the program header table")
    segments = (0..<count).map { index in
      let start = index * 56
      return Segment(
        type: bytes.number(start, as: UInt32.self),
        offset: bytes.number(start + 8, as: UInt64.self),
        address: bytes.number(start + 16, as: UInt64.self),
        fileSize: bytes.number(start + 32, as: UInt64.self),
        memorySize: bytes.number(start + 40, as: UInt64.self))
    }
    try checkLoaded(reader.size)
  }

  /// Checks that what is mapped (`PT_LOAD`) lies inside of the file.
  ///
  /// The kernel maps beyond a file's end without a word; the program then dies at the first touch.
  private func checkLoaded(_ size: Int) throws(ELFError) {
    let loaded = segments.filter { $0.type == 1 }
    guard !loaded.isEmpty else { throw .malformed("nothing of it is loaded") }
    for segment in loaded {
      let (end, overflow) = segment.offset.addingReportingOverflow(segment.fileSize)
      guard !overflow, end <= UInt64(size) else { throw .truncated("a part that is loaded") }
      guard segment.fileSize <= segment.memorySize else {
        throw .malformed("a part that is loaded is larger than its memory")
      }
    }
  }

  /// Reads the path of the loader (`PT_INTERP`).
  func interpreter(_ reader: ELFReader) throws(ELFError) -> String? {
    guard let segment = segments.first(where: { $0.type == 3 }) else { return nil }
    let limit = Int(clamping: segment.fileSize)
    let path = try reader.text(segment.offset, limit: limit, "the interpreter's path")
    guard path.hasPrefix("/") else { throw .malformed("its interpreter is not an absolute path") }
    return path
  }

  /// Finds where in the file an address is (`PT_LOAD`), and how much follows it there.
  func fileOffset(of address: UInt64) -> (offset: UInt64, count: UInt64)? {
    for segment in segments where segment.type == 1 && address >= segment.address {
      let distance = address - segment.address
      guard distance < segment.fileSize else { continue }
      let (offset, overflow) = segment.offset.addingReportingOverflow(distance)
      if !overflow { return (offset, segment.fileSize - distance) }
    }
    return nil
  }
}
