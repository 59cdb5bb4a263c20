// SPDX-License-Identifier: MIT

import Glibc

/// A moving picture that says which frame it is, to people and to programs.
///
/// Eight colour bars over a grey ramp wander to the left. At the upper left stands the frame's
/// number, and below it the same number as 32 cells, white for 1, the highest bit first. The same
/// frame number always gives the same pixels.
package struct TestPattern: Sendable {
  /// How many cells of the strip there are.
  package static let bits = 32

  package let width: Int
  package let height: Int
  private let bars: [UInt32]
  private let ramp: [UInt32]
  private let white: UInt32

  /// Prepares a pattern of a size.
  ///
  /// - Parameter stops: How much brighter it is than usual. Its black stays black.
  package init(width: Int, height: Int, stops: Double = 0) {
    self.width = width
    self.height = height
    let table = ExposureTable(stops: stops)
    let colors = stops == 0 ? Self.barColors : Self.barColors.map(table.expose)
    bars = (0..<width).map { colors[$0 * colors.count / width] }
    ramp = (0..<width).map { column in
      let level = UInt8(column * 255 / max(1, width - 1))
      let pixel = BGRAImage.pixel(red: level, green: level, blue: level)
      return stops == 0 ? pixel : table.expose(pixel)
    }
    white = stops == 0 ? Self.white : table.expose(Self.white)
  }

  /// Pixels of one dot of the digits, and of a cell's side.
  package var dot: Int { max(1, min(height / 90, width / 160)) }

  /// Where the strip of cells begins.
  package var stripTop: Int { dot * 11 }

  /// One cell's side in pixels.
  package var cell: Int { dot * 3 }

  /// Draws one frame as a picture.
  package func image(frame: UInt64) -> BGRAImage {
    var image = BGRAImage(width: width, height: height, filledWith: Self.black)
    unsafe image.withMutablePixels { buffer in unsafe paint(frame: frame, into: buffer) }
    return image
  }

  /// Draws one frame.
  ///
  /// - Parameter target: Rows without padding. What does not fit is not drawn.
  func paint(frame: UInt64, into target: UnsafeMutableBufferPointer<UInt32>) {
    guard target.count >= width * height else { return }
    let step = max(1, width / 240)
    let shift = Int(frame % UInt64(width)) * step % width
    for row in 0..<height {
      let line = row * 4 < height * 3 ? bars : ramp
      unsafe copy(line, shiftedBy: shift, to: target, at: row * width)
    }
    unsafe drawNumber(frame, into: target)
    unsafe drawStrip(UInt32(truncatingIfNeeded: frame), into: target)
  }

  private func copy(
    _ line: [UInt32], shiftedBy shift: Int, to target: UnsafeMutableBufferPointer<UInt32>,
    at offset: Int
  ) {
    unsafe line.withUnsafeBufferPointer { source in
      guard let from = source.baseAddress, let to = target.baseAddress else { return }
      unsafe memcpy(to + offset, from + shift, (width - shift) * 4)
      unsafe memcpy(to + offset + width - shift, from, shift * 4)
    }
  }

  private func drawNumber(_ frame: UInt64, into target: UnsafeMutableBufferPointer<UInt32>) {
    let digits = String(frame).utf8.suffix(9).map { Int($0 - UInt8(ascii: "0")) }
    unsafe fill(
      column: 0, row: 0, width: (digits.count * 6 + 1) * dot, height: 9 * dot, with: Self.black,
      in: target)
    for (place, digit) in digits.enumerated() {
      for (row, line) in Self.font[digit].enumerated() {
        for column in 0..<5 where line >> (4 - column) & 1 == 1 {
          unsafe fill(
            column: (place * 6 + 1 + column) * dot, row: (row + 1) * dot, width: dot, height: dot,
            with: white, in: target)
        }
      }
    }
  }

  private func drawStrip(_ number: UInt32, into target: UnsafeMutableBufferPointer<UInt32>) {
    for bit in 0..<Self.bits {
      let isSet = number >> (31 - bit) & 1 == 1
      unsafe fill(
        column: bit * cell, row: stripTop, width: cell, height: cell,
        with: isSet ? white : Self.black, in: target)
    }
  }

  private func fill(
    column: Int, row: Int, width fillWidth: Int, height fillHeight: Int, with color: UInt32,
    in target: UnsafeMutableBufferPointer<UInt32>
  ) {
    let columns = min(column, width)..<min(column + fillWidth, width)
    for line in min(row, height)..<min(row + fillHeight, height) {
      for place in columns { unsafe target[line * width + place] = color }
    }
  }

  private static let black = BGRAImage.pixel(red: 0, green: 0, blue: 0)
  private static let white = BGRAImage.pixel(red: 255, green: 255, blue: 255)

  private static let barColors: [UInt32] = [
    0xFFC0_C0C0, 0xFFC0_C000, 0xFF00_C0C0, 0xFF00_C000, 0xFFC0_00C0, 0xFFC0_0000, 0xFF00_00C0,
    0xFF20_2020,
  ]

  /// Ten digits of 5 × 7 dots, a row a byte.
  private static let font: [[UInt8]] = [
    [0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E], [0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E],
    [0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F], [0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E],
    [0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02], [0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E],
    [0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E], [0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
    [0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E], [0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C],
  ]
}
