// SPDX-License-Identifier: MIT

public import CoreMedia
import Dispatch
import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// Takes photos.
///
/// The host exposes and encodes them; what comes back is a finished JPEG or HEIC file.
public final class AVCapturePhotoOutput: AVCaptureOutput, @unchecked Sendable {
  // Unchecked because its superclass is; what can change is in a mutex.

  /// How to weigh the speed of a photo against its quality.
  public enum QualityPrioritization: Int, Sendable {
    /// Speed first.
    case speed = 1
    /// Something in between.
    case balanced = 2
    /// Quality first.
    case quality = 3
  }

  private struct State {
    var usedSettings: Set<Int64> = []
    var maximumPrioritization = QualityPrioritization.balanced
    var maximumDimensions = CMVideoDimensions()
    var allowsHighResolution = false
  }

  private let state = Mutex(State())

  /// One for all callbacks of this output, so that they never overlap.
  private let callbacks = DispatchQueue(label: "org.lockhost.photo-output.delegate")

  /// Makes an output.
  public override init() { super.init() }

  override var wireOutput: CameraStart.Output { .photo }
  override var allowsSiblings: Bool { false }
  override var supportedRotationAngles: [CGFloat] { [0, 90, 180, 270] }
  override var supportsMirroring: Bool { true }

  // MARK: What can be had

  /// The codecs that photos can have: JPEG, and HEVC where the host can encode it; none without a
  /// camera.
  public var availablePhotoCodecTypes: [AVVideoCodecType] {
    guard let camera else { return [] }
    guard let codecs = camera.unit.camera.photoCodecs else { return [.jpeg] }
    let known = codecs.map(AVVideoCodecType.init).filter { [.jpeg, .hevc].contains($0) }
    // HEVC first where it can be had, as on iOS: much code takes the first.
    return known.sorted { $0 == .hevc && $1 != .hevc }
  }
  /// The kinds of file that photos can be: JPEG, and HEIC where the host can encode it.
  public var availablePhotoFileTypes: [AVFileType] {
    availablePhotoCodecTypes.map { $0 == .hevc ? .heic : .jpg }
  }

  /// The codecs that a kind of file can have.
  public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
    availablePhotoCodecTypes.filter { ($0 == .hevc) == (fileType == .heic) }
  }
  /// The pixel formats that photos can have; none.
  public var availablePhotoPixelFormatTypes: [OSType] { [] }
  /// The raw formats that photos can have; none.
  public var availableRawPhotoPixelFormatTypes: [OSType] { [] }

  /// The flash modes that can be asked for, which depends on the session's camera.
  public var supportedFlashModes: [AVCaptureDevice.FlashMode] {
    camera?.hasFlash == true ? [.off, .on, .auto] : [.off]
  }

  /// The highest value that settings may ask for; `.balanced` at first.
  public var maxPhotoQualityPrioritization: QualityPrioritization {
    get { state.withLock { $0.maximumPrioritization } }
    set { state.withLock { $0.maximumPrioritization = newValue } }
  }

  /// The largest size that settings may ask for; 0 by 0 is the format's own.
  public var maxPhotoDimensions: CMVideoDimensions {
    get { state.withLock { $0.maximumDimensions } }
    set {
      guard newValue == CMVideoDimensions() || supportedDimensions.contains(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCapturePhotoOutput setMaxPhotoDimensions:] maxPhotoDimensions must match one of "
            + "the AVVideoDimension found in the video source device's active format's "
            + "supportedMaxPhotoDimensions")
      }
      state.withLock { $0.maximumDimensions = newValue }
    }
  }

  /// Whether settings may ask for the largest size; `maxPhotoDimensions` replaced it.
  public var isHighResolutionCaptureEnabled: Bool {
    get { state.withLock { $0.allowsHighResolution } }
    set { state.withLock { $0.allowsHighResolution = newValue } }
  }

  /// Whether live photos can be taken; they cannot.
  public var isLivePhotoCaptureSupported: Bool { false }
  /// Whether live photos are taken; setting it to true ends the process.
  public var isLivePhotoCaptureEnabled: Bool {
    get { false }
    set { refuse(newValue, "setLivePhotoCaptureEnabled:", "isLivePhotoCaptureSupported") }
  }
  /// Whether distances can be had; they cannot.
  public var isDepthDataDeliverySupported: Bool { false }
  /// Whether distances are delivered; setting it to true ends the process.
  public var isDepthDataDeliveryEnabled: Bool {
    get { false }
    set { refuse(newValue, "setDepthDataDeliveryEnabled:", "isDepthDataDeliverySupported") }
  }
  /// Whether the output can take photos while it processes others; it cannot.
  public var isResponsiveCaptureSupported: Bool { false }
  /// Whether the output takes photos while it processes others; setting it to true ends the process.
  public var isResponsiveCaptureEnabled: Bool {
    get { false }
    set { refuse(newValue, "setResponsiveCaptureEnabled:", "isResponsiveCaptureSupported") }
  }
  /// Whether the output can hold back speed for quality; it cannot.
  public var isFastCapturePrioritizationSupported: Bool { false }
  /// Whether the output holds back quality for speed; setting it to true ends the process.
  public var isFastCapturePrioritizationEnabled: Bool {
    get { false }
    set {
      refuse(
        newValue, "setFastCapturePrioritizationEnabled:", "isFastCapturePrioritizationSupported")
    }
  }
  /// Whether the shutter is open before it was pressed; it is not.
  public var isZeroShutterLagSupported: Bool { false }
  /// Whether photos can be finished later; they cannot.
  public var isAutoDeferredPhotoDeliverySupported: Bool { false }
  /// Whether the shutter sound can be left out; it is never played here.
  public var isShutterSoundSuppressionSupported: Bool { false }

  private func refuse(_ value: Bool, _ method: String, _ question: String) {
    guard value else { return }
    UncaughtException.invalidArgument.raise(
      "*** -[AVCapturePhotoOutput \(method)] Not supported - use -\(question)")
  }

  var camera: AVCaptureDevice? { session?.cameras.first }

  var supportedDimensions: [CMVideoDimensions] {
    camera?.activeFormat.supportedMaxPhotoDimensions ?? []
  }

  // MARK: Taking photos

  /// Takes a photo.
  ///
  /// Returns at once. The delegate hears the rest on a queue of this output's, never the main queue.
  /// Misuse ends the process as on iOS: settings that were used before, settings that the output does
  /// not support, and an output without an active and enabled video connection in a running session.
  ///
  /// - Parameter delegate: Not held: keep it until the last callback.
  public func capturePhoto(
    with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate
  ) {
    let (way, hardware) = check(settings)
    let format = camera?.activeFormat
    let wanted = settings.maxPhotoDimensions
    let dimensions =
      wanted == CMVideoDimensions() ? format?.highResolutionStillImageDimensions ?? wanted : wanted
    let request = PhotoCapture(
      uniqueID: settings.uniqueID, codec: settings.codec.rawValue,
      flashMode: PhotoCapture.FlashMode(settings.flashMode),
      width: wanted.width > 0 ? Int(wanted.width) : nil,
      height: wanted.height > 0 ? Int(wanted.height) : nil, quality: settings.quality,
      rotationAngle: Int(way.videoRotationAngle), mirrored: way.isVideoMirrored)
    let development = PhotoDevelopment(
      output: self,
      expected: AVCaptureResolvedPhotoSettings(
        uniqueID: settings.uniqueID,
        photoDimensions: dimensions,
        isFlashEnabled: settings.flashMode == .on),
      delegate: delegate, queue: callbacks)
    hardware.photos.develop(request, development, over: hardware.connection)
  }

  // MARK: Checks

  /// Checks what iOS checks.
  ///
  /// - Returns: The connection that the photo comes by, and the camera behind it.
  private func check(
    _ settings: AVCapturePhotoSettings
  ) -> (AVCaptureConnection, CameraHardware) {
    let isNew = state.withLock { $0.usedSettings.insert(settings.uniqueID).inserted }
    refuse(unless: isNew, "Settings may not be re-used")
    guard let way = connection(with: .video), way.isActive, way.isEnabled,
      let session, session.isRunning
    else { refuse("No active and enabled video connection") }
    refuse(
      unless: supportedFlashModes.contains(settings.flashMode),
      "flashMode must be set to a value present in the supportedFlashModes array")
    checkFormat(of: settings)
    checkSize(of: settings)
    checkExtras(of: settings)
    return (way, session.hardware)
  }

  /// Prepares for photos like these; there is nothing to prepare.
  public func setPreparedPhotoSettingsArray(
    _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    Callbacks.queue.async { completionHandler?(true, nil) }
  }
}

extension PhotoCapture.FlashMode {
  fileprivate init(_ mode: AVCaptureDevice.FlashMode) {
    self =
      switch mode {
      case .off: .off
      case .on: .on
      case .auto: .auto
      }
  }
}
