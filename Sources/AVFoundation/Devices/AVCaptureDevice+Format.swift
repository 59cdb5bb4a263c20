// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation
import LockhostWire

extension AVCaptureDevice {
  /// One way in which a camera delivers frames.
  public final class Format: NSObject, @unchecked Sendable {
    // Unchecked because NSObject is not Sendable; all stored properties are constant.

    /// The frames' size and pixel format.
    public let formatDescription: CMFormatDescription
    /// The rates at which frames can come.
    public let videoSupportedFrameRateRanges: [AVFrameRateRange]
    /// The sizes that photos can have, the largest last: a frame's, and the whole sensor's.
    public let supportedMaxPhotoDimensions: [CMVideoDimensions]
    /// The largest zoom factor.
    public let videoMaxZoomFactor: CGFloat
    /// The horizontal field of view in degrees.
    public let videoFieldOfView: Float

    let dimensions: CMVideoDimensions

    init(_ format: CameraFormat, of camera: CameraDescription) {
      dimensions = CMVideoDimensions(
        width: Int32(clamping: format.width), height: Int32(clamping: format.height))
      formatDescription = CMFormatDescription(
        media: kCMMediaType_Video, subtype: kCVPixelFormatType_32BGRA, size: dimensions)
      videoSupportedFrameRateRanges = [AVFrameRateRange(maximum: format.maxFrameRate)]
      let largest = CMVideoDimensions(
        width: Int32(clamping: format.photoWidth), height: Int32(clamping: format.photoHeight))
      let isSmaller = dimensions.width < largest.width && dimensions.height < largest.height
      supportedMaxPhotoDimensions = isSmaller ? [dimensions, largest] : [largest]
      videoMaxZoomFactor = camera.maxZoom
      videoFieldOfView = Float(camera.fieldOfView)
    }

    /// The kind of media.
    public var mediaType: AVMediaType { .video }
    /// Whether photos of the highest quality can be taken in this format; always true.
    public var isHighestPhotoQualitySupported: Bool { true }
    /// The zoom factor up to which a frame has a pixel of the sensor for each of its own.
    public var videoZoomFactorUpscaleThreshold: CGFloat {
      max(1, CGFloat(highResolutionStillImageDimensions.width) / CGFloat(max(1, dimensions.width)))
    }
    /// Whether frames are steadied; always false.
    public func isVideoStabilizationModeSupported(_ mode: AVCaptureVideoStabilizationMode) -> Bool {
      mode == .off
    }
    /// Whether the format works while another camera runs; always false.
    public var isMultiCamSupported: Bool { false }
    /// The size of a large photo.
    public var highResolutionStillImageDimensions: CMVideoDimensions {
      supportedMaxPhotoDimensions.last ?? dimensions
    }

    /// The format in words, for logs.
    public override var description: String {
      "<AVCaptureDeviceFormat: 'vide'/'BGRA' \(dimensions.width)x\(dimensions.height)>"
    }
  }
}

/// A range of frame rates.
public final class AVFrameRateRange: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; all stored properties are constant.

  /// The lowest rate, in frames per second.
  public let minFrameRate: Double
  /// The highest rate, in frames per second.
  public let maxFrameRate: Double

  init(maximum: Double) {
    minFrameRate = min(1, maximum)
    maxFrameRate = maximum
  }

  /// The time between frames at the highest rate.
  public var minFrameDuration: CMTime { Self.duration(at: maxFrameRate) }
  /// The time between frames at the lowest rate.
  public var maxFrameDuration: CMTime { Self.duration(at: minFrameRate) }

  static func duration(at rate: Double) -> CMTime {
    guard rate > 0 else { return .invalid }
    // Whole rates give the fraction that everybody expects: 1/30.
    if rate == rate.rounded(), let scale = Int32(exactly: rate) {
      return CMTime(value: 1, timescale: scale)
    }
    return CMTime(value: 1000, timescale: Int32(clamping: Int((rate * 1000).rounded())))
  }
}
