// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

extension AVCaptureDevice {
  /// How the camera exposes.
  public enum ExposureMode: Int, Sendable {
    /// As it did last.
    case locked = 0
    /// Once.
    case autoExpose = 1
    /// Again and again.
    case continuousAutoExposure = 2
    /// As it was told.
    case custom = 3
  }

  /// The bias that stays as it is.
  public static let currentExposureTargetBias = Float.greatestFiniteMagnitude

  /// Whether the camera can expose in a mode; all but `.custom`.
  public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool {
    exposureMode != .custom
  }

  /// How the camera exposes; setting it needs the lock.
  ///
  /// `.autoExpose` becomes `.locked` once the exposure has settled.
  public var exposureMode: ExposureMode {
    get {
      let (mode, isSettling) = unit.settings.withLock {
        ($0.exposureMode, Self.now < $0.exposesUntil)
      }
      return mode == .autoExpose && !isSettling ? .locked : mode
    }
    set {
      guard isExposureModeSupported(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setExposureMode:] Not supported - use -isExposureModeSupported:")
      }
      let until = Self.now + CameraUnit.settlingNanoseconds
      change("setExposureMode:") { settings in
        settings.exposureMode = newValue
        settings.exposesUntil = newValue == .locked ? 0 : until
      }
    }
  }

  /// Whether the camera can expose for a point; it can.
  public var isExposurePointOfInterestSupported: Bool { true }

  /// The point to expose for, from 0, 0 at the sensor's upper left to 1, 1; setting it needs the lock.
  ///
  /// It counts with the next setting of `exposureMode`, as on iOS, and changes no pixel: the
  /// simulated scene is metered well everywhere.
  public var exposurePointOfInterest: CGPoint {
    get { unit.settings.withLock { $0.exposurePoint } }
    set { change("setExposurePointOfInterest:") { $0.exposurePoint = newValue } }
  }

  /// Whether the camera is adjusting the exposure.
  public var isAdjustingExposure: Bool {
    unit.settings.withLock { Self.now < $0.exposesUntil }
  }

  /// The lowest exposure bias, in stops.
  public var minExposureTargetBias: Float { Float(unit.camera.exposureBias?.first ?? 0) }
  /// The highest exposure bias, in stops.
  public var maxExposureTargetBias: Float { Float(unit.camera.exposureBias?.last ?? 0) }
  /// The exposure bias, in stops.
  public var exposureTargetBias: Float { Float(unit.settings.withLock { $0.exposureBias }) }
  /// How far the exposure is from its target, in stops; always 0.
  public var exposureTargetOffset: Float { 0 }
  /// The sensor's sensitivity.
  public var iso: Float { 100 }
  /// How long the sensor is exposed.
  public var exposureDuration: CMTime { CMTime(value: 1, timescale: 60) }

  /// Makes pictures brighter or darker than metered; needs the lock.
  ///
  /// It shows in the frames and photos after it.
  ///
  /// - Parameters:
  ///   - bias: In stops, from `minExposureTargetBias` to `maxExposureTargetBias`; outside of it the
  ///     process ends, as on iOS. `currentExposureTargetBias` changes nothing.
  ///   - handler: Called on an arbitrary queue, with the time of the first frame that shows it.
  public func setExposureTargetBias(
    _ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) {
    let method = "setExposureTargetBias:completionHandler:"
    let isCurrent = bias == Self.currentExposureTargetBias
    guard isCurrent || (minExposureTargetBias...maxExposureTargetBias).contains(bias) else {
      UncaughtException.range.raise(
        "*** -[AVCaptureDevice \(method)] - passed bias \(bias) is out of range "
          + "[\(minExposureTargetBias), \(maxExposureTargetBias)]")
    }
    changeControls(method) { if !isCurrent { $0.exposureBias = Double(bias) } }
    guard let handler else { return }
    Callbacks.queue.async { handler(CMClock.hostTimeClock.time) }
  }

  /// Makes pictures brighter or darker than metered; needs the lock.
  ///
  /// - Returns: The time of the first frame that shows it.
  @discardableResult
  public func setExposureTargetBias(_ bias: Float) async -> CMTime {
    await withCheckedContinuation { continuation in
      setExposureTargetBias(bias) { continuation.resume(returning: $0) }
    }
  }

  // MARK: White balance

  /// How the camera balances colours.
  public enum WhiteBalanceMode: Int, Sendable {
    /// As it did last.
    case locked = 0
    /// Once.
    case autoWhiteBalance = 1
    /// Again and again.
    case continuousAutoWhiteBalance = 2
  }

  /// Whether the camera can balance colours in a mode; not `.autoWhiteBalance`.
  public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool {
    whiteBalanceMode != .autoWhiteBalance
  }

  /// How the camera balances colours; setting it needs the lock and changes no pixel.
  public var whiteBalanceMode: WhiteBalanceMode {
    get { .continuousAutoWhiteBalance }
    set {
      guard isWhiteBalanceModeSupported(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setWhiteBalanceMode:] Not supported - use "
            + "-isWhiteBalanceModeSupported:")
      }
      change("setWhiteBalanceMode:") { _ in }
    }
  }
}
