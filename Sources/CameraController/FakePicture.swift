// SPDX-License-Identifier: MIT

import Foundation

/// Pictures for tests and previews, made without a camera and without an encoder.
enum FakePicture {
  private static let side = 64

  /// A picture of one colour, as a PNG file.
  static func photo(red: Double, green: Double, blue: Double) -> CameraController.Photo {
    let pixel = [red, green, blue].map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
    return CameraController.Photo(
      file: png(pixel), uniformTypeIdentifier: "public.png", width: side, height: side,
      flashFired: false)
  }

  /// What a file's first bytes say that it is; a JPEG where they say nothing.
  static func type(of file: Data) -> String {
    if file.starts(with: signature) { return "public.png" }
    let isHEIC = file.dropFirst(4).starts(with: Array("ftyp".utf8))
    return isHEIC ? "public.heic" : "public.jpeg"
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A PNG file whose pixels are stored without compression (RFC 2083, RFC 1950, RFC 1951).
  private static func png(_ pixel: [UInt8]) -> Data {
    var rows: [UInt8] = []
    for _ in 0..<side {
      // Each row begins with its filter, which is none.
      rows.append(0)
      for _ in 0..<side { rows += pixel }
    }
    let header = big(UInt32(side)) + big(UInt32(side)) + [8, 2, 0, 0, 0]
    let size = UInt16(rows.count)
    var stored: [UInt8] = [0x78, 0x01, 1]
    for half in [size, ~size] { stored += [UInt8(half & 0xFF), UInt8(half >> 8)] }
    stored += rows
    stored += big(adler(rows))
    let chunks = [chunk("IHDR", header), chunk("IDAT", stored), chunk("IEND", [])]
    return Data(chunks.reduce(signature, +))
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(UInt32(content.count)) + body + big(checksum(body))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  /// CRC-32 as PNG has it, bit by bit: the pictures are small.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let low = (sums.0 + UInt32(byte)) % 65_521
      return (low, (sums.1 + low) % 65_521)
    }
    return high << 16 | low
  }
}
