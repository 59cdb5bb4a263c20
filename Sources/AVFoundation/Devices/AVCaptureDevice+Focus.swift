// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

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

  private var hasFocus: Bool { unit.camera.hasFocus == true }

  /// Whether the camera can focus in a mode; one without a lens that moves is always `.locked`.
  public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool {
    hasFocus || focusMode == .locked
  }

  /// How the camera focuses; setting it needs the lock.
  ///
  /// `.autoFocus` becomes `.locked` once the lens has stopped.
  public var focusMode: FocusMode {
    get {
      let (mode, isMoving) = unit.settings.withLock { ($0.focusMode, Self.now < $0.focusesUntil) }
      return mode == .autoFocus && !isMoving ? .locked : mode
    }
    set {
      guard isFocusModeSupported(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setFocusMode:] Not supported - use -isFocusModeSupported:")
      }
      let until = Self.now + CameraUnit.settlingNanoseconds
      change("setFocusMode:") { settings in
        settings.focusMode = newValue
        settings.focusesUntil = newValue == .locked ? 0 : until
      }
    }
  }

  /// Whether the camera can focus on a point.
  public var isFocusPointOfInterestSupported: Bool { hasFocus }

  /// The point to focus on, from 0, 0 at the sensor's upper left to 1, 1; setting it needs the lock.
  ///
  /// It counts with the next setting of `focusMode`, as on iOS.
  public var focusPointOfInterest: CGPoint {
    get { unit.settings.withLock { $0.focusPoint } }
    set {
      guard isFocusPointOfInterestSupported else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setFocusPointOfInterest:] Not supported - use "
            + "-isFocusPointOfInterestSupported")
      }
      change("setFocusPointOfInterest:") { $0.focusPoint = newValue }
    }
  }

  /// Whether the lens moves.
  public var isAdjustingFocus: Bool { unit.settings.withLock { Self.now < $0.focusesUntil } }

  /// Where the lens is, from 0, nearest, to 1, farthest.
  public var lensPosition: Float { unit.settings.withLock { $0.lensPosition } }

  /// Whether the lens can be put at a place.
  public var isLockingFocusWithCustomLensPositionSupported: Bool { hasFocus }

  /// Whether focusing can be slow and smooth; it cannot.
  public var isSmoothAutoFocusSupported: Bool { false }

  /// Whether focusing can be restricted to what is near or far; it cannot.
  public var isAutoFocusRangeRestrictionSupported: Bool { false }

  /// Puts the lens at a place and leaves it there; needs the lock.
  ///
  /// - Parameters:
  ///   - lensPosition: From 0 to 1; outside of it the process ends, as on iOS.
  ///   - handler: Called on an arbitrary queue, with the time of the first frame that shows it.
  public func setFocusModeLocked(
    lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) {
    let method = "setFocusModeLockedWithLensPosition:completionHandler:"
    guard isLockingFocusWithCustomLensPositionSupported else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureDevice \(method)] Not supported - use "
          + "-isLockingFocusWithCustomLensPositionSupported")
    }
    guard (0...1).contains(lensPosition) else {
      UncaughtException.range.raise(
        "*** -[AVCaptureDevice \(method)] - passed lensPosition \(lensPosition) is out of range "
          + "[0, 1]")
    }
    change(method) { settings in
      settings.focusMode = .locked
      settings.focusesUntil = 0
      settings.lensPosition = lensPosition
    }
    guard let handler else { return }
    Callbacks.queue.async { handler(CMClock.hostTimeClock.time) }
  }
}
