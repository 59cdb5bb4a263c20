// SPDX-License-Identifier: MIT

import LockhostServices
import Testing

@Suite("Turning pictures")
struct ImageOrientationTests {
  /// 3 × 2 pixels that all differ.
  static let picture = BGRAImage(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])

  static let turned: [(ImageOrientation, Int, [UInt32])] = [
    (.up, 3, [1, 2, 3, 4, 5, 6]), (.upMirrored, 3, [3, 2, 1, 6, 5, 4]),
    (.down, 3, [6, 5, 4, 3, 2, 1]), (.downMirrored, 3, [4, 5, 6, 1, 2, 3]),
    (.leftMirrored, 2, [1, 4, 2, 5, 3, 6]), (.right, 2, [4, 1, 5, 2, 6, 3]),
    (.rightMirrored, 2, [6, 3, 5, 2, 4, 1]), (.left, 2, [3, 6, 2, 5, 1, 4]),
  ]

  @Test("each orientation turns as EXIF says", arguments: turned)
  func turns(_ orientation: ImageOrientation, _ width: Int, _ pixels: [UInt32]) {
    let image = Self.picture.upright(from: orientation)
    #expect(image.width == width)
    #expect(image.height == 6 / width)
    #expect(image.pixels == pixels)
  }

  @Test("angle and mirror make the orientation whose turning undoes them")
  func angles() {
    let all = [0, 90, 180, 270].flatMap { angle in
      [false, true].compactMap { ImageOrientation(rotationAngle: angle, mirrored: $0) }
    }
    #expect(Set(all).count == 8)
    #expect(ImageOrientation(rotationAngle: 90, mirrored: false) == .right)
    #expect(ImageOrientation(rotationAngle: 45, mirrored: false) == nil)
    // Mirroring comes after turning, as the connection's does.
    for angle in [0, 90, 180, 270] {
      guard let plain = ImageOrientation(rotationAngle: angle, mirrored: false),
        let mirrored = ImageOrientation(rotationAngle: angle, mirrored: true)
      else { continue }
      #expect(
        Self.picture.upright(from: mirrored)
          == Self.picture.upright(from: plain).upright(from: .upMirrored))
    }
  }

  @Test("scaling fills the target from the middle of the source")
  func filling() {
    let wide = BGRAImage(width: 4, height: 2, pixels: [9, 1, 1, 9, 9, 1, 1, 9])
    #expect(wide.filling(width: 1, height: 1).pixels == [1])
    #expect(wide.filling(width: 4, height: 2) == wide)
    let larger = wide.filling(width: 8, height: 4)
    #expect(larger.pixels.prefix(8) == [9, 9, 1, 1, 1, 1, 9, 9])
  }
}
