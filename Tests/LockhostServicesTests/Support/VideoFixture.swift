// SPDX-License-Identifier: MIT

import LockhostServices

/// Video files as tests make them, byte by byte.
enum VideoFixture {
  /// A Y4M file in full range with a colour for each pixel.
  static func y4m(_ images: [BGRAImage], rate: (Int, Int)) -> [UInt8] {
    guard let first = images.first else { return [] }
    let header = "YUV4MPEG2 W\(first.width) H\(first.height) F\(rate.0):\(rate.1) Ip C444"
    var file = Array((header + " XCOLORRANGE=FULL\n").utf8)
    for image in images {
      file += Array("FRAME\n".utf8)
      let channels = image.pixels.map { pixel in
        (Double(pixel >> 16 & 0xFF), Double(pixel >> 8 & 0xFF), Double(pixel & 0xFF))
      }
      file += channels.map { byte(0.299 * $0.0 + 0.587 * $0.1 + 0.114 * $0.2) }
      file += channels.map {
        byte(128 - 0.168_736 * $0.0 - 0.331_264 * $0.1 + 0.5 * $0.2)
      }
      file += channels.map {
        byte(128 + 0.5 * $0.0 - 0.418_688 * $0.1 - 0.081_312 * $0.2)
      }
    }
    return file
  }

  /// A Motion JPEG file in AVI.
  ///
  /// - Parameters:
  ///   - frames: JPEG files; an empty one repeats the picture before it.
  ///   - codec: Four characters.
  static func avi(
    _ frames: [[UInt8]], width: Int, height: Int, rate: (UInt32, UInt32), codec: String = "MJPG"
  ) -> [UInt8] {
    let main =
      little(1_000_000 * rate.1 / rate.0) + little(0) + little(0) + little(0x10)
      + little(UInt32(frames.count)) + little(0) + little(1) + little(0) + little(UInt32(width))
      + little(UInt32(height)) + [UInt8](repeating: 0, count: 16)
    let stream =
      Array("vids".utf8) + Array(codec.utf8) + little(0) + little(0) + little(0) + little(rate.1)
      + little(rate.0) + little(0) + little(UInt32(frames.count)) + little(0) + little(0)
      + little(0) + [UInt8](repeating: 0, count: 8)
    let format =
      little(40) + little(UInt32(width)) + little(UInt32(height)) + [1, 0, 24, 0]
      + Array(codec.utf8) + [UInt8](repeating: 0, count: 20)
    let headers = list(
      "hdrl",
      chunk("avih", main) + list("strl", chunk("strh", stream) + chunk("strf", format)))
    let movie = list("movi", frames.flatMap { chunk("00dc", $0) })
    let body = Array("AVI ".utf8) + headers + chunk("JUNK", [1, 2, 3]) + movie
    return Array("RIFF".utf8) + little(UInt32(body.count)) + body
  }

  private static func list(_ form: String, _ content: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(form.utf8) + content)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(UInt32(content.count)) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func byte(_ number: Double) -> UInt8 {
    UInt8(min(255, max(0, number.rounded())))
  }
}
