// SPDX-License-Identifier: MIT

import CoreVideo
import Foundation
import Testing

@Suite("Core Image, as far as camera code passes it around")
struct CIImageTests {
  private func buffer() throws -> CVPixelBuffer {
    let memory = try #require(NSMutableData(length: 48))
    return try #require(
      unsafe CVBuffer(
        base: UnsafeRawPointer(memory.mutableBytes), owner: memory, byteCount: 48,
        format: kCVPixelFormatType_32BGRA,
        planes: [CVBuffer.Plane(offset: 0, width: 4, height: 3, bytesPerRow: 16)], onRelease: {}))
  }

  @Test("it wraps the frame's own pixels")
  func wraps() throws {
    let buffer = try buffer()
    let image = WrappedPicture(buffer)
    #expect(image.buffer == buffer)
    #expect(image.width == 4 && image.height == 3)
  }

  @Test("turns add up, as EXIF's numbers do")
  func turns() throws {
    let image = WrappedPicture(try buffer())
    for number in Int32(1)...8 {
      let turned = image.turned(number)
      #expect(turned.width == (number >= 5 ? 3 : 4))
      #expect((turned.buffer == nil) == (number != 1))
    }
    #expect(image.turned(6).turned(6).width == 4)
    #expect(image.turned(6).turned(8).buffer != nil)
    for mirror in [Int32(2), 4, 5, 7] {
      #expect(image.turned(mirror).turned(mirror).buffer != nil, "\(mirror)")
    }
    #expect(image.turned(9).buffer != nil)
    #expect(image.turnedByName(6)?.turned(8).buffer != nil)
    #expect(image.turnedByName(9)?.width == nil)
  }
}
