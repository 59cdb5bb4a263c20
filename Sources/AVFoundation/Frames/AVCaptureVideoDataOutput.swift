// SPDX-License-Identifier: MIT

public import CoreMedia
public import Dispatch
import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// Gives a program the camera's frames.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
  // Unchecked because its superclass is; what can change is in a mutex.

  // Unchecked because of the delegate, which is handed on and called on its queue only.
  private struct State: @unchecked Sendable {
    weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
    var queue: DispatchQueue?
    var discardsLateFrames = true
    /// Frames that were given to the queue and are not handled yet.
    var pending = 0
    var pixelFormat = PixelFormat.bgra
  }

  /// The pixel formats that the host delivers.
  enum PixelFormat: OSType, CaseIterable, Sendable {
    case bgra = 0x4247_5241
    case videoRange = 0x3432_3076
    case fullRange = 0x3432_3066

    /// The four characters as the wire wants them.
    var wireName: String {
      switch self {
      case .bgra: "BGRA"
      case .videoRange: "420v"
      case .fullRange: "420f"
      }
    }
  }

  private let state = Mutex(State())

  /// Makes an output.
  public override init() { super.init() }

  /// Sets who takes the frames, and where.
  ///
  /// - Parameters:
  ///   - sampleBufferDelegate: Not held; `nil` for nobody.
  ///   - sampleBufferCallbackQueue: A serial queue; must not be `nil` with a delegate.
  public func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    guard sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
    }
    state.withLock {
      $0.delegate = sampleBufferDelegate
      $0.queue = sampleBufferCallbackQueue
    }
  }

  /// Who takes the frames.
  public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
    state.withLock { state in
      nonisolated(unsafe) let delegate = state.delegate
      return unsafe delegate
    }
  }

  /// Where the frames are taken.
  public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Whether a frame is dropped that comes while the delegate still has an earlier one.
  ///
  /// True at first. When false, frames wait for the delegate until the camera has no slot left.
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { state.withLock { $0.discardsLateFrames } }
    set { state.withLock { $0.discardsLateFrames = newValue } }
  }

  /// The pixel formats that frames can have, the fastest first: BGRA, 420v and 420f.
  public var availableVideoPixelFormatTypes: [OSType] { PixelFormat.allCases.map(\.rawValue) }

  /// The pixel format that was chosen.
  var pixelFormat: PixelFormat { state.withLock { $0.pixelFormat } }

  /// The codecs that frames can have; none, as they are pixels.
  public var availableVideoCodecTypes: [AVVideoCodecType] { [] }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// How frames are delivered; the one key that matters is `kCVPixelBufferPixelFormatTypeKey`.
  ///
  /// BGRA at first. Implicitly unwrapped as Apple's is: `nil` can be assigned, which changes nothing.
  public var videoSettings: [String: Any]! {
    get { [kCVPixelBufferPixelFormatTypeKey: pixelFormat.rawValue] }
    set {
      guard let format = newValue?[kCVPixelBufferPixelFormatTypeKey] else { return }
      let number = (format as? OSType) ?? (format as? Int).flatMap { OSType(exactly: $0) }
      guard let chosen = number.flatMap(PixelFormat.init(rawValue:)) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureVideoDataOutput setVideoSettings:] - \(format) is not a supported pixel "
            + "format type.  See AVCaptureOutput.h for a list of supported formats.  Available pixel "
            + "format types on this platform are (BGRA, 420v, 420f).")
      }
      let hasChanged = state.withLock { state in
        defer { state.pixelFormat = chosen }
        return state.pixelFormat != chosen
      }
      if hasChanged { session?.connectionDidChange() }
    }
  }

  /// Settings that suit a kind of file; none, as only BGRA and 420 frames are delivered.
  public func recommendedVideoSettingsForAssetWriter(
    writingTo outputFileType: AVFileType
  ) -> [String: Any]? { nil }

  override var wireOutput: CameraStart.Output { .video }
  override var supportedRotationAngles: [CGFloat] { [0, 90, 180, 270] }
  override var supportsMirroring: Bool { true }

  // MARK: Frames

  /// Gives the delegate a frame, or drops it when it is late; does not wait.
  func deliver(_ sample: CMSampleBuffer, from connection: AVCaptureConnection) {
    let (queue, isLate) = state.withLock { state -> (DispatchQueue?, Bool) in
      guard let queue = state.queue, state.delegate != nil else { return (nil, false) }
      if state.discardsLateFrames, state.pending > 0 { return (queue, true) }
      state.pending += 1
      return (queue, false)
    }
    guard let queue else { return }
    guard !isLate else {
      return report(
        dropAt: sample.presentationTimeStamp,
        reason: kCMSampleBufferDroppedFrameReason_FrameWasLate,
        format: sample.formatDescription, from: connection)
    }
    queue.async { [self] in
      sampleBufferDelegate?.captureOutput(self, didOutput: sample, from: connection)
      state.withLock { $0.pending -= 1 }
    }
  }

  /// Tells the delegate of a frame that it does not get.
  func report(
    dropAt time: CMTime, reason: String, format: CMFormatDescription?,
    from connection: AVCaptureConnection
  ) {
    guard let queue = sampleBufferCallbackQueue else { return }
    let sample = CMSampleBuffer(
      image: nil, format: format,
      timing: CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid),
      attachments: [kCMSampleBufferAttachmentKey_DroppedFrameReason: reason])
    queue.async { [self] in
      sampleBufferDelegate?.captureOutput(self, didDrop: sample, from: connection)
    }
  }
}
