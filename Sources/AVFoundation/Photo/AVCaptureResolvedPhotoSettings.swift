// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation

/// What became of a photo's settings.
public final class AVCaptureResolvedPhotoSettings: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; all stored properties are constant.

  /// The settings' identifier.
  public let uniqueID: Int64
  /// The photo's size in pixels.
  public let photoDimensions: CMVideoDimensions
  /// Whether the flash fires.
  public let isFlashEnabled: Bool

  init(uniqueID: Int64, photoDimensions: CMVideoDimensions, isFlashEnabled: Bool) {
    self.uniqueID = uniqueID
    self.photoDimensions = photoDimensions
    self.isFlashEnabled = isFlashEnabled
  }

  /// The size of the raw photo; 0 by 0, as there is none.
  public var rawPhotoDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// The size of the preview; 0 by 0, as there is none.
  public var previewDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// The size of the thumbnail; 0 by 0, as there is none.
  public var embeddedThumbnailDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// The size of the live photo's film; 0 by 0, as there is none.
  public var livePhotoMovieDimensions: CMVideoDimensions { CMVideoDimensions() }
  /// Whether red eyes are corrected; always false.
  public var isRedEyeReductionEnabled: Bool { false }
  /// Whether pictures of virtual cameras are fused; always false.
  public var isVirtualDeviceFusionEnabled: Bool { false }
  /// How many photos the delegate gets; one.
  public var expectedPhotoCount: Int { 1 }
}
