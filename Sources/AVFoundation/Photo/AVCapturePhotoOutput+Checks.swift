// SPDX-License-Identifier: MIT

import CoreMedia
import Foundation
import LockhostGuest

/// The rules that `capturePhoto(with:delegate:)` enforces on settings, in the order of Apple's header.
///
/// Breaking one ends the process. Sentences are Apple's where they are known.
extension AVCapturePhotoOutput {
  func checkFormat(of settings: AVCapturePhotoSettings) {
    let raw = settings.rawPhotoPixelFormatType
    refuse(
      unless: raw == 0 || availableRawPhotoPixelFormatTypes.contains(raw),
      "settings.rawPhotoPixelFormatType must be present in self.availableRawPhotoPixelFormatTypes")
    refuse(
      unless: settings.pixelFormat == nil,
      "settings.format's pixel format must be present in the availablePhotoPixelFormatTypes array")
    refuse(
      unless: availablePhotoCodecTypes.contains(settings.codec),
      "settings.format's codec must be present in the availablePhotoCodecTypes array")
    guard let fileType = settings.processedFileType else { return }
    refuse(
      unless: supportedPhotoCodecTypes(for: fileType).contains(settings.codec),
      "settings.processedFileType must be present in self.availablePhotoFileTypes")
  }

  func checkSize(of settings: AVCapturePhotoSettings) {
    refuse(
      unless: settings.photoQualityPrioritization.rawValue
        <= maxPhotoQualityPrioritization.rawValue,
      "settings.photoQualityPrioritization must not be higher than "
        + "self.maxPhotoQualityPrioritization")
    let (size, largest) = (settings.maxPhotoDimensions, maxPhotoDimensions)
    guard size != CMVideoDimensions() else { return }
    refuse(
      unless: supportedDimensions.contains(size),
      "settings.maxPhotoDimensions must match one of the AVVideoDimension found in the video source "
        + "device's active format's supportedMaxPhotoDimensions")
    refuse(
      unless: largest == CMVideoDimensions()
        || (size.width <= largest.width && size.height <= largest.height),
      "settings.maxPhotoDimensions must not be larger than self.maxPhotoDimensions")
  }

  func checkExtras(of settings: AVCapturePhotoSettings) {
    let wishes = [
      (
        settings.isShutterSoundSuppressionEnabled, "shutterSoundSuppressionEnabled", false,
        "shutterSoundSuppressionSupported"
      ),
      (
        settings.isHighResolutionPhotoEnabled, "highResolutionPhotoEnabled",
        isHighResolutionCaptureEnabled, "highResolutionCaptureEnabled"
      ),
      (
        settings.isDepthDataDeliveryEnabled, "depthDataDeliveryEnabled", false,
        "depthDataDeliveryEnabled"
      ),
    ]
    for (isWanted, name, isAllowed, condition) in wishes {
      refuse(
        unless: !isWanted || isAllowed,
        "settings.\(name) may not be set to YES unless self.\(condition) is YES")
    }
    refuse(
      unless: settings.livePhotoMovieFileURL == nil,
      "settings.livePhotoMovieFileURL must be nil unless self.livePhotoCaptureEnabled is YES")
    refuse(
      unless: settings.previewPhotoFormat == nil,
      "settings.previewPhotoFormat's pixel format must be present in "
        + "settings.availablePreviewPhotoPixelFormatTypes")
    refuse(
      unless: settings.embeddedThumbnailPhotoFormat == nil,
      "settings.embeddedThumbnailPhotoFormat's codec must be present in "
        + "settings.availableEmbeddedThumbnailPhotoCodecTypes")
  }

  func refuse(_ reason: String) -> Never {
    UncaughtException.invalidArgument.raise(
      "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] \(reason)")
  }

  func refuse(unless isAllowed: Bool, _ reason: @autoclosure () -> String) {
    if !isAllowed { refuse(reason()) }
  }
}
