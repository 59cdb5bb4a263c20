// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation
import LockhostSystem

/// A photo, as the camera took it.
public final class AVCapturePhoto: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; all stored properties are constant.

  /// What became of the settings.
  public let resolvedSettings: AVCaptureResolvedPhotoSettings
  /// When the photo was taken, on the host's clock.
  public let timestamp: CMTime
  private let file: Data?
  private let orientation: Int

  init(
    resolvedSettings: AVCaptureResolvedPhotoSettings, timestamp: CMTime, file: Data?,
    orientation: Int
  ) {
    self.resolvedSettings = resolvedSettings
    self.timestamp = timestamp
    self.file = file
    self.orientation = orientation
  }

  /// The photo as a file, complete with its EXIF data; `nil` when it could not be taken.
  ///
  /// The bytes are the host's own, mapped and not copied.
  public func fileDataRepresentation() -> Data? { file }

  /// The number of the photo in its request; one, as there is one photo in each.
  public var photoCount: Int { 1 }
  /// Whether the photo is raw; never.
  public var isRawPhoto: Bool { false }
  /// Which number the photo has in a bracket; none.
  public var sequenceCount: Int { 0 }
  /// The photo's pixels; `nil`, as on iOS for a photo with a codec.
  public var pixelBuffer: CVPixelBuffer? { nil }
  /// The preview's pixels; `nil`, as previews are not delivered.
  public var previewPixelBuffer: CVPixelBuffer? { nil }
  /// What is known about the photo: its orientation and its size, by ImageIO's keys.
  public var metadata: [String: Any] {
    [
      "Orientation": orientation,
      "PixelWidth": Int(resolvedSettings.photoDimensions.width),
      "PixelHeight": Int(resolvedSettings.photoDimensions.height),
    ]
  }
}

extension Data {
  /// Wraps mapped memory without copying it; unmapped with the last copy of the data.
  init(mapping memory: MappedMemory) {
    unsafe self.init(
      bytesNoCopy: memory.address, count: memory.count,
      deallocator: .custom { _, _ in withExtendedLifetime(memory) {} })
  }
}
