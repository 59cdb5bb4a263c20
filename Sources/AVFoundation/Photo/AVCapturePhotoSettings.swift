// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation
import Synchronization

/// What a photo should be like; good for one photo.
public class AVCapturePhotoSettings: NSObject {
  private static let lastID = Atomic<Int64>(0)

  /// Identifies the settings, and with them the photo, in this process.
  public let uniqueID: Int64
  /// The wanted codec and its settings, as they were given.
  public let format: [String: Any]?
  /// The wanted kind of file.
  public let processedFileType: AVFileType?

  /// When the flash fires; one of the output's `supportedFlashModes`.
  public var flashMode = AVCaptureDevice.FlashMode.off
  /// How to weigh speed against quality; at most the output's `maxPhotoQualityPrioritization`.
  public var photoQualityPrioritization = AVCapturePhotoOutput.QualityPrioritization.balanced
  /// The largest size that the photo may have; 0 by 0 for the format's own.
  public var maxPhotoDimensions = CMVideoDimensions()
  /// Metadata to be written into the file; not yet.
  public var metadata: [String: Any] = [:]
  /// Whether the shutter sound is left out; it is never played here.
  public var isShutterSoundSuppressionEnabled = false
  /// Whether red eyes are corrected; without effect.
  public var isAutoRedEyeReductionEnabled = false
  /// Whether pictures of virtual cameras are fused; without effect.
  public var isAutoVirtualDeviceFusionEnabled = true
  /// Whether the largest size is wanted; without effect, `maxPhotoDimensions` replaced it.
  public var isHighResolutionPhotoEnabled = false
  /// Whether distances are wanted; they are not supported.
  public var isDepthDataDeliveryEnabled = false
  /// The wanted format of a preview; previews are not delivered.
  public var previewPhotoFormat: [String: Any]?
  /// The wanted format of a thumbnail in the file; thumbnails are not written.
  public var embeddedThumbnailPhotoFormat: [String: Any]?

  /// Makes settings for a JPEG.
  public override convenience init() { self.init(format: nil) }

  /// Makes settings for a format.
  ///
  /// - Parameter format: `AVVideoCodecKey` names the codec, `AVVideoCompressionPropertiesKey` its
  ///   settings, of which `AVVideoQualityKey` counts; `nil` is JPEG.
  public init(format: [String: Any]?) {
    uniqueID = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    self.format = format ?? [AVVideoCodecKey: AVVideoCodecType.jpeg]
    processedFileType = Self.codec(in: format) == .hevc ? .heic : .jpg
  }

  /// Makes settings like others, for another photo.
  public init(from photoSettings: AVCapturePhotoSettings) {
    uniqueID = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    format = photoSettings.format
    processedFileType = photoSettings.processedFileType
    flashMode = photoSettings.flashMode
    photoQualityPrioritization = photoSettings.photoQualityPrioritization
    maxPhotoDimensions = photoSettings.maxPhotoDimensions
    metadata = photoSettings.metadata
    isShutterSoundSuppressionEnabled = photoSettings.isShutterSoundSuppressionEnabled
    isAutoRedEyeReductionEnabled = photoSettings.isAutoRedEyeReductionEnabled
    isAutoVirtualDeviceFusionEnabled = photoSettings.isAutoVirtualDeviceFusionEnabled
    isHighResolutionPhotoEnabled = photoSettings.isHighResolutionPhotoEnabled
    previewPhotoFormat = photoSettings.previewPhotoFormat
    embeddedThumbnailPhotoFormat = photoSettings.embeddedThumbnailPhotoFormat
  }

  /// The preview formats that can be had; none.
  public var availablePreviewPhotoPixelFormatTypes: [OSType] { [] }
  /// The thumbnail codecs that can be had; none.
  public var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [] }

  /// The wanted codec.
  var codec: AVVideoCodecType { Self.codec(in: format) }

  private static func codec(in format: [String: Any]?) -> AVVideoCodecType {
    switch format?[AVVideoCodecKey] {
    case let codec as AVVideoCodecType: codec
    case let name as String: AVVideoCodecType(rawValue: name)
    default: .jpeg
    }
  }

  /// The wanted quality of the encoder, 0 to 1.
  var quality: Double? {
    let properties = format?[AVVideoCompressionPropertiesKey] as? [String: Any]
    switch properties?[AVVideoQualityKey] {
    case let quality as Double: return min(max(quality, 0), 1)
    case let quality as Float: return min(max(Double(quality), 0), 1)
    case let quality as Int: return min(max(Double(quality), 0), 1)
    default: return nil
    }
  }
}
