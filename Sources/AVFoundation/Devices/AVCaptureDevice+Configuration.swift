// SPDX-License-Identifier: MIT

public import CoreMedia
import Foundation
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
    unit.observers.look()
    unit.followMotion()
  }

  /// Changes what frames are like, also those of a session that runs.
  private func changeFrames(_ method: String, _ body: (inout sending CameraUnit.Settings) -> Void) {
    change(method, body)
    unit.framesDidChange()
  }

  /// Changes settings that the host has to know, and tells it.
  func changeControls(_ method: String, _ body: (inout sending CameraUnit.Settings) -> Void) {
    change(method, body)
    unit.announceControls()
  }

  // MARK: Format and rate

  /// What the camera delivers now.
  ///
  /// Setting it needs the lock, and gives the format precedence over a session's preset. A session
  /// that runs takes it over at once, or with the end of its configuration; that is a stop and a start.
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
      changeFrames("setActiveFormat:") {
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
      changeFrames("setActiveVideoMinFrameDuration:") { $0.minimumFrameDuration = newValue }
    }
  }

  /// The longest time between two frames, the reciprocal of the lowest rate.
  public var activeVideoMaxFrameDuration: CMTime {
    get { frameDuration(\.maximumFrameDuration) }
    set {
      checkRate(newValue, "setActiveVideoMaxFrameDuration:")
      changeFrames("setActiveVideoMaxFrameDuration:") { $0.maximumFrameDuration = newValue }
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

  // MARK: Changes of the scene

  /// Whether a program wants to hear when something else stands before the lens.
  ///
  /// Then `AVCaptureDevice.subjectAreaDidChangeNotification` is posted, with this camera.
  public var isSubjectAreaChangeMonitoringEnabled: Bool {
    get { unit.settings.withLock { $0.monitorsSubjectArea } }
    set {
      change("setSubjectAreaChangeMonitoringEnabled:") { $0.monitorsSubjectArea = newValue }
    }
  }
}
