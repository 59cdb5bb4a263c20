// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// An executable or library as far as it says where its code came from.
///
/// The file is the guest's author's, so it is read as data: bounded pieces into memory of our own,
/// never mapped, since a file that shrinks under a mapping ends the host with `SIGBUS`.
struct DebugImage {
  /// The largest section that is looked at.
  static let maximumSection = 48 << 20

  /// A part of the file that is mapped when it runs.
  struct Segment {
    let offset: UInt64
    let address: UInt64
    let fileBytes: UInt64
  }

  private struct Section {
    let name: String
    let address: UInt64
    let offset: UInt64
    let size: UInt64
    let isCompressed: Bool
  }

  private let file: SharedDescriptor
  private let sections: [Section]
  /// What is mapped.
  let segments: [Segment]

  /// Reads the headers of a regular file.
  init(_ file: SharedDescriptor) throws(DebugDataError) {
    self.file = file
    let header = try Self.read(file, 0, 64)
    var cursor = ByteCursor(header)
    // A 64-bit little-endian file for x86-64: nothing else runs here.
    guard try cursor.u32() == 0x464c_457f, header[4] == 2, header[5] == 1 else { throw .unreadable }
    try cursor.seek(18)
    guard try cursor.u16() == 62 else { throw .unreadable }
    try cursor.seek(32)
    let (programs, table) = (try cursor.u64(), try cursor.u64())
    try cursor.seek(54)
    let (programSize, programCount) = (Int(try cursor.u16()), Int(try cursor.u16()))
    let (sectionSize, sectionCount) = (Int(try cursor.u16()), Int(try cursor.u16()))
    let nameSection = Int(try cursor.u16())
    guard programSize == 56, programCount <= 512 else { throw .unreadable }
    segments = try Self.segments(try Self.read(file, programs, programSize * programCount))
    guard sectionCount > 0 else {
      sections = []
      return
    }
    guard sectionSize == 64, sectionCount <= 4_096, nameSection < sectionCount else {
      throw .unreadable
    }
    let headers = try Self.read(file, table, sectionSize * sectionCount)
    var names = ByteCursor(headers, from: nameSection * 64 + 24)
    let (namesOffset, namesSize) = (try names.u64(), try names.u64())
    guard namesSize <= 1 << 20 else { throw .tooMuch }
    sections = try Self.sections(headers, try Self.read(file, namesOffset, Int(namesSize)))
  }

  /// A section's bytes; empty when there is none, or when it is compressed.
  func section(_ name: String) throws(DebugDataError) -> [UInt8] {
    guard let section = sections.first(where: { $0.name == name }), !section.isCompressed else {
      return []
    }
    guard section.size <= UInt64(Self.maximumSection) else { throw .tooMuch }
    return try Self.read(file, section.offset, Int(section.size))
  }

  /// The address that a section has when it runs, before the image is moved.
  func address(of name: String) -> UInt64? { sections.first { $0.name == name }?.address }

  /// The address of a place in the file, before the image is moved.
  func address(ofFileOffset offset: UInt64) -> UInt64? {
    guard
      let segment = segments.first(where: {
        offset >= $0.offset && offset - $0.offset < $0.fileBytes
      })
    else { return nil }
    return segment.address &+ (offset - segment.offset)
  }

  /// The bytes at an address, before the image is moved.
  func bytes(at address: UInt64, count: Int) -> [UInt8]? {
    guard
      let segment = segments.first(where: {
        address >= $0.address && address - $0.address < $0.fileBytes
      })
    else { return nil }
    return try? Self.read(file, segment.offset &+ (address - segment.address), count)
  }

  // MARK: Reading

  private static func segments(_ table: [UInt8]) throws(DebugDataError) -> [Segment] {
    var segments: [Segment] = []
    for place in stride(from: 0, to: table.count, by: 56) {
      var cursor = ByteCursor(table, from: place)
      guard try cursor.u32() == 1 else { continue }
      try cursor.skip(4)
      let (offset, address) = (try cursor.u64(), try cursor.u64())
      try cursor.skip(8)
      segments.append(Segment(offset: offset, address: address, fileBytes: try cursor.u64()))
    }
    return segments
  }

  private static func sections(
    _ table: [UInt8], _ names: [UInt8]
  ) throws(DebugDataError) -> [Section] {
    var sections: [Section] = []
    for place in stride(from: 0, to: table.count, by: 64) {
      var cursor = ByteCursor(table, from: place)
      let (name, type, flags) = (try cursor.u32(), try cursor.u32(), try cursor.u64())
      let (address, offset, size) = (try cursor.u64(), try cursor.u64(), try cursor.u64())
      // SHT_NOBITS has no bytes in the file.
      guard type != 8, Int(name) < names.count else { continue }
      var text = ByteCursor(names, from: Int(name))
      sections.append(
        Section(
          name: try text.text(), address: address, offset: offset, size: size,
          isCompressed: flags & 0x800 != 0))
    }
    return sections
  }

  private static func read(
    _ file: SharedDescriptor, _ offset: UInt64, _ count: Int
  ) throws(DebugDataError) -> [UInt8] {
    // Before memory is taken for it: a table that claims more than the file has.
    let size = lseek(file.rawValue, 0, SEEK_END)
    guard let start = Int(exactly: offset), count >= 0, start <= size, count <= size - start else {
      throw .malformed
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let from = filled
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          file.rawValue, buffer.baseAddress?.advanced(by: from), count - from, start + from)
      }
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { throw .malformed }
      filled += got
    }
    return bytes
  }
}
