// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

extension AVCaptureDevice {
  // MARK: The lock

  /// Reserves the camera for changes; every change needs it.
  ///
  /// Balance it with `unlockForConfiguration()`. Nobody else configures the simulated camera, so
  /// this never throws.
  public func lockForConfiguration() throws {
    unit.settings.withLock { $0.lockDepth += 1 }
  }

  /// Ends a reservation; without one the process ends, as on iOS.
  public func unlockForConfiguration() {
    let wasLocked = unit.settings.withLock { settings in
      guard settings.lockDepth > 0 else { return false }
      settings.lockDepth -= 1
      return true
    }
    if !wasLocked { raiseUnlocked("unlockForConfiguration") }
  }

  private func raiseUnlocked(_ method: String) -> Never {
    UncaughtException.generic.raise(
      "*** -[AVCaptureDevice \(method)] May not be called without first successfully gaining "
        + "exclusive ownership of the device using -lockForConfiguration:")
  }

  /// Changes settings, or ends the process when the camera is not locked.
  func change(_ method: String, _ body: (inout sending CameraUnit.Settings) -> Void) {
    let isLocked = unit.settings.withLock { settings in
      guard settings.lockDepth > 0 else { return false }
      body(&settings)
      return true
    }
    if !isLocked { raiseUnlocked(method) }
  }

  // MARK: Format and rate

  /// What the camera delivers now.
  ///
  /// Setting it needs the lock, and gives the format precedence over a session's preset. A session
  /// that runs takes it over with its next configuration.
  public var activeFormat: Format {
    get {
      let index = unit.settings.withLock { $0.formatIndex }
      guard unit.formats.indices.contains(index) else {
        UncaughtException.internalInconsistency.raise(
          "*** -[AVCaptureDevice activeFormat] the camera has no formats")
      }
      return unit.formats[index]
    }
    set {
      guard let index = unit.formats.firstIndex(where: { $0 === newValue }) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setActiveFormat:] An unsupported activeFormat was set")
      }
      change("setActiveFormat:") {
        $0.formatIndex = index
        $0.formatWasChosen = true
        $0.minimumFrameDuration = .invalid
        $0.maximumFrameDuration = .invalid
      }
    }
  }

  /// The shortest time between two frames, the reciprocal of the highest rate.
  public var activeVideoMinFrameDuration: CMTime {
    get { frameDuration(\.minimumFrameDuration) }
    set {
      checkRate(newValue, "setActiveVideoMinFrameDuration:")
      change("setActiveVideoMinFrameDuration:") { $0.minimumFrameDuration = newValue }
    }
  }

  /// The longest time between two frames, the reciprocal of the lowest rate.
  public var activeVideoMaxFrameDuration: CMTime {
    get { frameDuration(\.maximumFrameDuration) }
    set {
      checkRate(newValue, "setActiveVideoMaxFrameDuration:")
      change("setActiveVideoMaxFrameDuration:") { $0.maximumFrameDuration = newValue }
    }
  }

  private func frameDuration(_ path: KeyPath<CameraUnit.Settings, CMTime>) -> CMTime {
    let chosen = unit.settings.withLock { $0[keyPath: path] }
    if chosen.isNumeric { return chosen }
    return AVFrameRateRange.duration(
      at: min(30, activeFormat.videoSupportedFrameRateRanges.first?.maxFrameRate ?? 30))
  }

  private func checkRate(_ duration: CMTime, _ method: String) {
    let isAllowed =
      !duration.isValid
      || activeFormat.videoSupportedFrameRateRanges.contains {
        duration >= $0.minFrameDuration && duration <= $0.maxFrameDuration
      }
    guard !isAllowed else { return }
    UncaughtException.invalidArgument.raise(
      "*** -[AVCaptureDevice \(method)] - the passed frame duration is not supported by the "
        + "device's activeFormat")
  }

  // MARK: Zoom

  /// How much the picture is enlarged; 1 is not at all.
  ///
  /// Setting it needs the lock. The factor is kept and read back, and does not enlarge the picture
  /// yet.
  public var videoZoomFactor: CGFloat {
    get { unit.settings.withLock { $0.zoom } }
    set {
      guard (minAvailableVideoZoomFactor...maxAvailableVideoZoomFactor).contains(newValue) else {
        UncaughtException.range.raise(
          "*** -[AVCaptureDevice setVideoZoomFactor:] - passed value \(newValue) is out of range "
            + "[\(minAvailableVideoZoomFactor), \(maxAvailableVideoZoomFactor)]")
      }
      change("setVideoZoomFactor:") { $0.zoom = newValue }
    }
  }

  /// The smallest zoom factor.
  public var minAvailableVideoZoomFactor: CGFloat { unit.camera.minZoom }
  /// The largest zoom factor.
  public var maxAvailableVideoZoomFactor: CGFloat {
    max(unit.camera.minZoom, unit.camera.maxZoom)
  }
  /// What the zoom factor is multiplied with for people to read.
  public var displayVideoZoomFactorMultiplier: CGFloat { 1 }
  /// The factors at which a virtual camera changes lenses; always none.
  public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }
  /// Whether the zoom factor is changing; always false, as ramps take no time here.
  public var isRampingVideoZoom: Bool { false }

  /// Changes the zoom factor; at once, whatever the rate is.
  public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
    videoZoomFactor = factor
  }

  /// Stops changing the zoom factor.
  public func cancelVideoZoomRamp() { change("cancelVideoZoomRamp") { _ in } }

  // MARK: Changes of the scene

  /// Whether a program wants to hear when the scene changes; it never does here.
  public var isSubjectAreaChangeMonitoringEnabled: Bool {
    get { unit.settings.withLock { $0.monitorsSubjectArea } }
    set {
      change("setSubjectAreaChangeMonitoringEnabled:") { $0.monitorsSubjectArea = newValue }
    }
  }
}
