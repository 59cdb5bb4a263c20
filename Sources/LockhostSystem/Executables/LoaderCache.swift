// SPDX-License-Identifier: MIT

/// The system's list of libraries, as `ldconfig(8)` writes it to `/etc/ld.so.cache`.
///
/// Read like any other file that could be damaged. Entries for special processors (`hwcaps`) are left
/// out: the plain library of the same name always exists too, and runs everywhere.
struct LoaderCache {
  static let path = "/etc/ld.so.cache"

  private let bytes: [UInt8]
  /// Where the head begins from which offsets count.
  private let start: Int
  private let count: Int
  private let wanted: UInt32

  /// Reads a cache; anything else is an empty one, as it is for the loader.
  ///
  /// The format is that of `sysdeps/generic/dl-cache.h` in glibc 2.2 and later: a head of 48 bytes,
  /// entries of 24, then the texts, with offsets from the head.
  init(bytes: [UInt8], machine: UInt16) {
    // FLAG_ELF_LIBC6 with the bits of the machine's own word size.
    wanted = machine == 183 ? 0x0A03 : 0x0303
    self.bytes = bytes
    start = Self.head(of: bytes) ?? 0
    let known = Self.head(of: bytes).map { Int(bytes.number($0 + 20, as: UInt32.self)) } ?? 0
    count = known <= (bytes.count - start - 48) / 24 ? known : 0
  }

  /// Where a library is, by the first entry of its name; nil where there is none.
  func path(of name: String) -> String? {
    let name = Array(name.utf8) + [0]
    for index in 0..<count {
      let entry = start + 48 + index * 24
      let key = start + Int(bytes.number(entry + 4, as: UInt32.self))
      guard key <= bytes.count - name.count, bytes[key..<(key + name.count)].elementsEqual(name),
        bytes.number(entry, as: UInt32.self) == wanted,
        bytes.number(entry + 16, as: UInt64.self) == 0,
        let value = text(start + Int(bytes.number(entry + 8, as: UInt32.self))),
        value.hasPrefix("/")
      else { continue }
      return value
    }
    return nil
  }

  private static func head(of bytes: [UInt8]) -> Int? {
    let magic = Array("glibc-ld.so.cache1.1".utf8)
    guard bytes.count >= 48 else { return nil }
    if bytes.starts(with: magic) { return 0 }
    // Old files carry an older list in front: 12 entries' bytes each, then this head, aligned.
    guard bytes.starts(with: "ld.so-1.7.0".utf8) else { return nil }
    let count = Int(bytes.number(12, as: UInt32.self))
    guard count < bytes.count / 12 else { return nil }
    let start = (16 + count * 12 + 7) & ~7
    guard start + 48 <= bytes.count, bytes[start...].starts(with: magic) else { return nil }
    return start
  }

  private func text(_ start: Int) -> String? {
    guard start < bytes.count, let end = bytes[start...].prefix(4_096).firstIndex(of: 0) else {
      return nil
    }
    return String(validating: bytes[start..<end], as: UTF8.self)
  }
}
