// SPDX-License-Identifier: MIT

import Glibc

/// Reads pieces of a file or of memory, and never outside of it.
struct ELFReader {
  private let file: SharedDescriptor?
  private let bytes: [UInt8]
  private let stretches: ReadStretches?
  /// How many bytes there are.
  let size: Int

  /// - Parameter readsAhead: Whether many small pieces will be read that lie near each other.
  init(file: SharedDescriptor, size: Int, readsAhead: Bool = false) {
    self.file = file
    self.bytes = []
    self.stretches = readsAhead ? ReadStretches() : nil
    self.size = size
  }

  init(bytes: [UInt8]) {
    self.file = nil
    self.bytes = bytes
    self.stretches = nil
    self.size = bytes.count
  }

  /// Reads a piece.
  ///
  /// - Parameter what: What it is, for the error: "the program header table".
  /// - Throws: `ELFError.truncated` unless all of it is in the file.
  func read(_ offset: UInt64, _ count: Int, _ what: String) throws(ELFError) -> [UInt8] {
    guard let start = Int(exactly: offset), count >= 0, start <= size, count <= size - start else {
      throw .truncated(what)
    }
    let piece = try upTo(start, count)
    guard piece.count == count else { throw .truncated(what) }
    return piece
  }

  /// Reads a text up to its zero byte, 4,096 bytes at most.
  func text(_ offset: UInt64, limit: Int, _ what: String) throws(ELFError) -> String {
    guard let start = Int(exactly: offset), start < size else { throw .truncated(what) }
    let piece = try upTo(start, min(limit, 4_096, size - start))
    guard let end = piece.firstIndex(of: 0) else { throw .malformed("\(what) has no end") }
    guard let text = String(validating: piece[..<end], as: UTF8.self) else {
      throw .malformed("\(what) is not UTF-8")
    }
    return text
  }

  /// Reads a number of four bytes, without making an array of it where the reader reads ahead.
  ///
  /// - Throws: `ELFError.truncated` when it is not in the file.
  func number(_ offset: UInt64, _ what: String) throws(ELFError) -> UInt32 {
    guard let start = Int(exactly: offset), size >= 4, start <= size - 4 else {
      throw .truncated(what)
    }
    guard let file, let stretches else {
      return try read(offset, 4, what).number(0, as: UInt32.self)
    }
    let number = try stretches.number(start) { (start, count) throws(ELFError) in
      try Self.read(file, start, count)
    }
    guard let number else { throw .truncated(what) }
    return number
  }

  private func upTo(_ start: Int, _ count: Int) throws(ELFError) -> [UInt8] {
    guard let file else { return Array(bytes[start..<(start + count)]) }
    guard let stretches, count <= ReadStretches.pieceBytes else {
      return try Self.read(file, start, count)
    }
    return try stretches.piece(start, count) { (start, count) throws(ELFError) in
      try Self.read(file, start, count)
    }
  }

  private static func read(
    _ file: SharedDescriptor, _ start: Int, _ count: Int
  ) throws(ELFError) -> [UInt8] {
    var failure: SystemError?
    let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        while filled < count {
          let from = filled
          let got = try retryingInterrupts("pread(2)") {
            pread(
              file.rawValue, buffer.baseAddress?.advanced(by: from), count - from, start + from)
          }
          if got == 0 { break }
          filled += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw .system(failure) }
    return piece
  }
}

extension [UInt8] {
  /// The little-endian number at an offset that the caller has checked; traps elsewhere.
  func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ offset: Int, as type: Number.Type
  ) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    return withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }
}
