// SPDX-License-Identifier: MIT

public import Foundation
import LockhostGuest

extension AVCaptureDevice {
  /// How the camera focuses.
  public enum FocusMode: Int, Sendable {
    /// Not at all.
    case locked = 0
    /// Once.
    case autoFocus = 1
    /// Again and again.
    case continuousAutoFocus = 2
  }

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

  /// Whether the camera can focus in a mode; only `.locked`, as the simulated lens has no focus.
  public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { focusMode == .locked }

  /// How the camera focuses; setting it needs the lock.
  public var focusMode: FocusMode {
    get { .locked }
    set {
      guard isFocusModeSupported(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setFocusMode:] Not supported - use -isFocusModeSupported:")
      }
      change("setFocusMode:") { _ in }
    }
  }

  /// Whether the camera can focus on a point; it cannot.
  public var isFocusPointOfInterestSupported: Bool { false }

  /// The point to focus on; setting it is not supported.
  public var focusPointOfInterest: CGPoint {
    get { CGPoint(x: 0.5, y: 0.5) }
    set {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureDevice setFocusPointOfInterest:] Not supported - use "
          + "-isFocusPointOfInterestSupported")
    }
  }

  /// Whether the camera is focusing; always false.
  public var isAdjustingFocus: Bool { false }

  /// Whether the camera can expose in a mode; `.locked` and `.continuousAutoExposure`.
  public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool {
    exposureMode == .locked || exposureMode == .continuousAutoExposure
  }

  /// How the camera exposes; setting it needs the lock.
  public var exposureMode: ExposureMode {
    get { .continuousAutoExposure }
    set {
      guard isExposureModeSupported(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setExposureMode:] Not supported - use -isExposureModeSupported:")
      }
      change("setExposureMode:") { _ in }
    }
  }

  /// Whether the camera can expose for a point; it cannot.
  public var isExposurePointOfInterestSupported: Bool { false }

  /// The point to expose for; setting it is not supported.
  public var exposurePointOfInterest: CGPoint {
    get { CGPoint(x: 0.5, y: 0.5) }
    set {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureDevice setExposurePointOfInterest:] Not supported - use "
          + "-isExposurePointOfInterestSupported")
    }
  }

  /// Whether the camera is adjusting the exposure; always false.
  public var isAdjustingExposure: Bool { false }
  /// The lowest exposure bias, in stops.
  public var minExposureTargetBias: Float { 0 }
  /// The highest exposure bias, in stops.
  public var maxExposureTargetBias: Float { 0 }
  /// The exposure bias, in stops.
  public var exposureTargetBias: Float { 0 }
}
