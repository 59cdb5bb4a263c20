// SPDX-License-Identifier: MIT

public import CoreVideo
import Synchronization

/// When a sample is shown, and for how long.
public struct CMSampleTimingInfo: Hashable, Sendable {
  /// How long the sample lasts.
  public var duration: CMTime
  /// When the sample is shown.
  public var presentationTimeStamp: CMTime
  /// When the sample must be decoded, invalid when that is the same.
  public var decodeTimeStamp: CMTime

  /// Creates a timing that is not valid.
  public init() {
    self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
  }

  /// Creates a timing.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }
}

/// A frame with its time.
///
/// Holding it holds its pixels, and so one of the camera's few slots: copy out what you need.
public final class CMSampleBuffer: Sendable {
  private let timing: CMSampleTimingInfo
  private let description: CMFormatDescription?
  private let image: CVImageBuffer?
  private let attachments: Mutex<[String: any Sendable]>

  /// Creates a sample.
  ///
  /// - Parameter image: The pixels; `nil` for a frame that was dropped.
  package init(
    image: CVImageBuffer?, format: CMFormatDescription?, timing: CMSampleTimingInfo,
    attachments: [String: any Sendable] = [:]
  ) {
    self.image = image
    self.description = format
    self.timing = timing
    self.attachments = Mutex(attachments)
  }

  /// The pixels, `nil` for a frame that was dropped.
  public var imageBuffer: CVImageBuffer? { image }
  /// What kind of sample this is.
  public var formatDescription: CMFormatDescription? { description }
  /// When the sample is shown, on the host's clock.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// When the sample must be decoded.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
  /// How long the sample lasts.
  public var duration: CMTime { timing.duration }
  /// How many samples there are: one with pixels, none for a frame that was dropped.
  public var numSamples: CMItemCount { image == nil ? 0 : 1 }
  /// Whether the sample can be used; always true here.
  public var isValid: Bool { true }

  package subscript(attachment key: String) -> (any Sendable)? {
    get { attachments.withLock { $0[key] } }
    set { attachments.withLock { $0[key] = newValue } }
  }
}

extension CMSampleBuffer: Hashable {
  /// Whether two references are to the same sample.
  public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

  /// Hashes the sample's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The pixels of a sample, `nil` for a frame that was dropped.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
  sbuf.imageBuffer
}

/// When a sample is shown, on the host's clock.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}

/// When a sample must be decoded.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.decodeTimeStamp
}

/// How long a sample lasts.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// What kind of sample this is.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// How many samples a buffer has: one with pixels, none for a frame that was dropped.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// Whether a sample can be used.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Whether a sample's pixels have arrived.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { true }
