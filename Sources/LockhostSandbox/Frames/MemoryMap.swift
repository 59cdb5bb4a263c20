// SPDX-License-Identifier: MIT

/// What a process has mapped, as `/proc/PID/maps` says.
struct MemoryMap {
  /// A part of a file, or of memory, at its addresses.
  struct Area: Hashable, Sendable {
    let low: UInt64
    let high: UInt64
    let isExecutable: Bool
    let fileOffset: UInt64
    let file: File
    let path: String
  }

  /// A file by its device and inode; inode 0 is memory.
  struct File: Hashable, Sendable {
    let major: UInt32
    let minor: UInt32
    let inode: UInt64
  }

  /// The areas, lowest first.
  let areas: [Area]

  /// Reads the kernel's text; lines that are not understood are left out.
  init(_ text: [UInt8]) {
    areas = text.split(separator: UInt8(ascii: "\n")).compactMap(Self.area)
  }

  /// The area of an address.
  func area(at address: UInt64) -> Area? {
    areas.first { address >= $0.low && address < $0.high }
  }

  private static func area(_ line: ArraySlice<UInt8>) -> Area? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard words.count >= 5 else { return nil }
    let ends = words[0].split(separator: "-")
    let device = words[3].split(separator: ":")
    guard ends.count == 2, device.count == 2, let low = UInt64(ends[0], radix: 16),
      let high = UInt64(ends[1], radix: 16), let offset = UInt64(words[2], radix: 16),
      let major = UInt32(device[0], radix: 16), let minor = UInt32(device[1], radix: 16),
      let inode = UInt64(words[4])
    else { return nil }
    return Area(
      low: low, high: high, isExecutable: words[1].dropFirst(2).hasPrefix("x"),
      fileOffset: offset, file: File(major: major, minor: minor, inode: inode),
      path: words.count > 5 ? String(words[5].drop { $0 == " " }) : "")
  }
}
