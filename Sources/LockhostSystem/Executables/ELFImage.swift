// SPDX-License-Identifier: MIT

import Glibc

/// What the loader needs to know of one ELF file, read from bytes that nobody vouches for.
///
/// Every offset and every count is checked against the file before it is used; no text is longer than
/// a path may be. Only 64-bit little-endian files: all machines that lockhost runs on.
public struct ELFImage: Hashable, Sendable {
  /// What the file is.
  public enum Kind: Hashable, Sendable {
    /// A program at fixed addresses.
    case executable
    /// A shared object: a library, or a program that may be loaded anywhere.
    case sharedObject
  }

  /// What the file is.
  public let kind: Kind
  /// The machine that it is for, by its number in `elf.h`.
  public let machine: UInt16
  /// The path of the dynamic loader that it asks for, if it does.
  public let interpreter: String?
  /// The libraries that it needs (`DT_NEEDED`), in their order.
  public let needed: [String]
  /// Its own name as a library (`DT_SONAME`).
  public let soname: String?
  /// Where its libraries are looked for first (`DT_RUNPATH`), as it is written.
  public let runPath: String?
  /// Where its and its libraries' libraries are looked for first (`DT_RPATH`), as it is written.
  public let rPath: String?
  /// How many bytes of it are loaded into memory; debug information is not.
  public let loadedBytes: Int
  /// Whether it wants no library from the system's default places (`DF_1_NODEFLIB`).
  public let excludesDefaultPlaces: Bool

  /// Whether it needs a loader, and libraries perhaps.
  public var isDynamic: Bool { interpreter != nil }

  /// The number in `elf.h` of the machine that this program itself was built for.
  public static var currentMachine: UInt16 {
    #if arch(x86_64)
    62
    #elseif arch(arm64)
    183
    #else
    0
    #endif
  }

  /// The name of a machine, for people.
  static func machineName(_ machine: UInt16) -> String {
    switch machine {
    case 3: "x86, 32 bits"
    case 40: "ARM, 32 bits"
    case 62: "x86-64"
    case 183: "AArch64"
    case 243: "RISC-V"
    default: "machine \(machine)"
    }
  }

  /// Reads an open file.
  ///
  /// - Throws: `ELFError`.
  public init(of file: SharedDescriptor) throws(ELFError) {
    let facts: FileFacts
    do {
      facts = try FileFacts(of: file)
    } catch {
      throw .system(error)
    }
    guard facts.kind == .file else { throw .notELF }
    try self.init(ELFReader(file: file, size: facts.size))
  }

  /// Reads bytes in memory.
  ///
  /// - Throws: `ELFError`.
  public init(bytes: [UInt8]) throws(ELFError) {
    try self.init(ELFReader(bytes: bytes))
  }

  private init(_ reader: ELFReader) throws(ELFError) {
    let header = try ELFHeader(reader)
    machine = header.machine
    kind = header.kind
    loadedBytes = header.segments.filter { $0.type == 1 }
      .reduce(0) { $0 + Int(clamping: $1.fileSize) }
    interpreter = try header.interpreter(reader)
    let dynamic = try ELFDynamicSection(reader, header)
    needed = try dynamic.needed.map { (offset) throws(ELFError) in
      let name = try dynamic.string(reader, at: offset)
      guard !name.isEmpty else { throw .malformed("a needed library has no name") }
      return name
    }
    soname = try dynamic.soname.map { (offset) throws(ELFError) in
      try dynamic.string(reader, at: offset)
    }
    runPath = try dynamic.runPath.map { (offset) throws(ELFError) in
      try dynamic.string(reader, at: offset)
    }
    rPath = try dynamic.rPath.map { (offset) throws(ELFError) in
      try dynamic.string(reader, at: offset)
    }
    excludesDefaultPlaces = dynamic.flags1 & 0x800 != 0
  }
}

extension Optional {
  /// `map` that keeps the type of what is thrown.
  fileprivate func map<Result>(
    _ body: (Wrapped) throws(ELFError) -> Result
  ) throws(ELFError) -> Result? {
    guard let self else { return nil }
    return try body(self)
  }
}

extension Array {
  /// `map` that keeps the type of what is thrown.
  fileprivate func map<Result>(
    _ body: (Element) throws(ELFError) -> Result
  ) throws(ELFError) -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try body(element)) }
    return results
  }
}
