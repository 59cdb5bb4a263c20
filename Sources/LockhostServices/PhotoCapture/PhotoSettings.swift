// SPDX-License-Identifier: MIT

package import LockhostWire

/// What a guest wants of one photo.
package struct PhotoSettings: Hashable, Sendable {
  /// The size of a scene that has none of its own; `nil` for the whole sensor.
  package struct Size: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// When the flash fires.
  package let flashMode: PhotoCapture.FlashMode
  /// The wanted size.
  ///
  /// A picture from a file keeps the file's size: for it, the file is the sensor.
  package let size: Size?
  /// How the photo is encoded.
  package let codec: PhotoCodec
  /// 0 to 1; `nil` for the codec's own.
  package let quality: Double?
  /// How the stored picture must be turned, which is written and not done, as cameras do.
  package let orientation: ImageOrientation

  /// Makes settings.
  package init(
    flashMode: PhotoCapture.FlashMode = .off, size: Size? = nil, quality: Double? = nil,
    orientation: ImageOrientation = .up, codec: PhotoCodec = .jpeg
  ) {
    self.flashMode = flashMode
    self.size = size
    self.quality = quality
    self.orientation = orientation
    self.codec = codec
  }
}
