// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation
import LockhostGuest
import Synchronization

/// What a photo should be like; good for one photo.
public class AVCapturePhotoSettings: NSObject {
  private static let lastID = Atomic<Int64>(0)

  /// Identifies the settings, and with them the photo, in this process.
  public let uniqueID: Int64
  /// The wanted codec and its settings, as they were given.
  public let format: [String: Any]?
  /// The wanted kind of file, nil for a photo that is raw only.
  public let processedFileType: AVFileType?
  /// The wanted raw format; 0 for a photo that is not raw.
  public let rawPhotoPixelFormatType: OSType
  /// The wanted kind of raw file.
  public let rawFileType: AVFileType?

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
  /// Whether the largest size is wanted, which the output must allow; `maxPhotoDimensions` replaced
  /// it, and photos are as large as that says.
  public var isHighResolutionPhotoEnabled = false
  /// Whether distances are wanted; they are not supported.
  public var isDepthDataDeliveryEnabled = false
  /// The wanted format of a preview; previews are not delivered.
  public var previewPhotoFormat: [String: Any]?
  /// The wanted format of a thumbnail in the file; thumbnails are not written.
  public var embeddedThumbnailPhotoFormat: [String: Any]?

  /// Where the film of a live photo goes; live photos cannot be taken.
  public var livePhotoMovieFileURL: URL?

  /// Makes settings for a JPEG.
  public override convenience init() { self.init(format: nil) }

  /// Makes settings for a format.
  ///
  /// - Parameter format: `AVVideoCodecKey` names the codec, `AVVideoCompressionPropertiesKey` its
  ///   settings, of which `AVVideoQualityKey` counts; `nil` is JPEG. Instead of a codec,
  ///   `kCVPixelBufferPixelFormatTypeKey` names a pixel format; both, or none, end the process.
  public convenience init(format: [String: Any]?) {
    Self.check(format, in: "photoSettingsWithFormat:")
    let format = format ?? [AVVideoCodecKey: AVVideoCodecType.jpeg]
    self.init(
      format, fileType: Self.codec(in: format) == .hevc ? .heic : .jpg, raw: 0, rawFileType: nil)
  }

  /// Makes settings for a raw photo: one that the output has in its
  /// `availableRawPhotoPixelFormatTypes`, which here are none.
  public convenience init(rawPixelFormatType: OSType) {
    self.init(nil, fileType: nil, raw: rawPixelFormatType, rawFileType: .dng)
  }

  /// Makes settings for a raw photo and one in another format besides.
  public convenience init(rawPixelFormatType: OSType, processedFormat: [String: Any]?) {
    self.init(
      rawPixelFormatType: rawPixelFormatType, rawFileType: nil, processedFormat: processedFormat,
      processedFileType: nil)
  }

  /// Makes settings for a raw photo and one in another format besides, and for their files.
  public convenience init(
    rawPixelFormatType: OSType, rawFileType: AVFileType?, processedFormat: [String: Any]?,
    processedFileType: AVFileType?
  ) {
    Self.check(
      processedFormat,
      in: "photoSettingsWithRawPixelFormatType:rawFileType:processedFormat:processedFileType:")
    self.init(
      processedFormat,
      fileType: processedFileType
        ?? processedFormat.map { Self.codec(in: $0) == .hevc ? .heic : .jpg },
      raw: rawPixelFormatType, rawFileType: rawFileType ?? .dng)
  }

  private init(
    _ format: [String: Any]?, fileType: AVFileType?, raw: OSType, rawFileType: AVFileType?
  ) {
    uniqueID = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    self.format = format
    processedFileType = fileType
    rawPhotoPixelFormatType = raw
    self.rawFileType = rawFileType
  }

  private static func check(_ format: [String: Any]?, in method: String) {
    guard let format else { return }
    let hasCodec = format[AVVideoCodecKey] != nil
    guard hasCodec != (format[kCVPixelBufferPixelFormatTypeKey] != nil) else {
      UncaughtException.invalidArgument.raise(
        "*** +[AVCapturePhotoSettings \(method)] "
          + (hasCodec
            ? "kCVPixelBufferPixelFormatTypeKey and AVVideoCodecKey may not both be specified"
            : "either kCVPixelBufferPixelFormatTypeKey or AVVideoCodecKey must be specified"))
    }
  }

  /// Makes settings like others, for another photo.
  public convenience init(from photoSettings: AVCapturePhotoSettings) {
    self.init(
      photoSettings.format, fileType: photoSettings.processedFileType,
      raw: photoSettings.rawPhotoPixelFormatType, rawFileType: photoSettings.rawFileType)
    livePhotoMovieFileURL = photoSettings.livePhotoMovieFileURL
    isDepthDataDeliveryEnabled = photoSettings.isDepthDataDeliveryEnabled
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

  /// The wanted pixel format of a photo that is not encoded, nil for one that is.
  var pixelFormat: Any? { format?[kCVPixelBufferPixelFormatTypeKey] }

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
