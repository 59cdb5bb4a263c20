// SPDX-License-Identifier: MIT

public import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization

extension AVCaptureDevice {
  /// How much the picture is enlarged; 1 is not at all.
  ///
  /// Setting it needs the lock, ends a ramp, and shows in the frames and photos after it. While the
  /// factor ramps, this is the one of the moment.
  public var videoZoomFactor: CGFloat {
    get { CGFloat(unit.settings.withLock { $0.zoom }.factor(atNanoseconds: Self.now)) }
    set {
      checkZoom(newValue, "setVideoZoomFactor:")
      changeControls("setVideoZoomFactor:") { $0.zoom = CameraZoom(Double(newValue)) }
    }
  }

  /// The smallest zoom factor.
  public var minAvailableVideoZoomFactor: CGFloat { CGFloat(unit.camera.minZoom) }
  /// The largest zoom factor.
  public var maxAvailableVideoZoomFactor: CGFloat {
    CGFloat(max(unit.camera.minZoom, unit.camera.maxZoom))
  }
  /// What the zoom factor is multiplied with for people to read.
  public var displayVideoZoomFactorMultiplier: CGFloat { 1 }
  /// The factors at which a virtual camera changes lenses; always none.
  public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }
  /// Whether the zoom factor is on its way to another one.
  public var isRampingVideoZoom: Bool {
    unit.settings.withLock { $0.zoom }.isRamping(atNanoseconds: Self.now)
  }

  /// Changes the zoom factor smoothly; needs the lock.
  ///
  /// - Parameter rate: Doublings a second.
  public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
    checkZoom(factor, "rampToVideoZoomFactor:withRate:")
    let now = Self.now
    changeControls("rampToVideoZoomFactor:withRate:") { settings in
      settings.zoom = CameraZoom(
        start: settings.zoom.factor(atNanoseconds: now), target: Double(factor),
        rate: min(Double(max(rate, 0)), 1000), sinceNanoseconds: now)
    }
  }

  /// Stops at the zoom factor of the moment; needs the lock.
  public func cancelVideoZoomRamp() {
    let now = Self.now
    changeControls("cancelVideoZoomRamp") { settings in
      settings.zoom = CameraZoom(settings.zoom.factor(atNanoseconds: now))
    }
  }

  private func checkZoom(_ factor: CGFloat, _ method: String) {
    guard (minAvailableVideoZoomFactor...maxAvailableVideoZoomFactor).contains(factor) else {
      UncaughtException.range.raise(
        "*** -[AVCaptureDevice \(method)] - passed value \(factor) is out of range "
          + "[\(minAvailableVideoZoomFactor), \(maxAvailableVideoZoomFactor)]")
    }
  }

  /// The host's clock, by which ramps go.
  static var now: UInt64 { MonotonicInstant.now.nanoseconds }
}
