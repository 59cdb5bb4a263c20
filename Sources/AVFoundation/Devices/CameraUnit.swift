// SPDX-License-Identifier: MIT

import CoreMedia
import Dispatch
import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// One camera of the device, with what was set on it; every `AVCaptureDevice` of it shares this.
final class CameraUnit: Sendable {
  struct Settings: Sendable {
    var lockDepth = 0
    var formatIndex = 0
    /// Whether a program chose the format, which then has precedence over a session's preset.
    var formatWasChosen = false
    var zoom: CameraZoom
    var exposureBias = 0.0
    var torchMode = AVCaptureDevice.TorchMode.off
    var torchLevel = 0.0
    var focusMode: AVCaptureDevice.FocusMode
    var focusPoint = CGPoint(x: 0.5, y: 0.5)
    /// Until when the lens moves, on the host's clock.
    var focusesUntil: UInt64 = 0
    var lensPosition: Float = 0.8
    var exposureMode = AVCaptureDevice.ExposureMode.continuousAutoExposure
    var exposurePoint = CGPoint(x: 0.5, y: 0.5)
    /// Until when the exposure changes, on the host's clock.
    var exposesUntil: UInt64 = 0
    var minimumFrameDuration = CMTime.invalid
    var maximumFrameDuration = CMTime.invalid
    var monitorsSubjectArea = false
  }

  /// What the host says about the camera.
  let camera: CameraDescription
  /// What it delivers, the default first.
  let formats: [AVCaptureDevice.Format]
  /// What was set.
  let settings: Mutex<Settings>
  /// Who observes the camera's values.
  let observers = KeyValueObservers()
  private let isFollowed = Mutex(false)
  private let shared = Mutex(SharedDevice())
  private let connection: GuestConnection

  private struct SharedDevice {
    weak var device: AVCaptureDevice?
  }

  init(_ camera: CameraDescription, connection: GuestConnection) {
    self.camera = camera
    self.connection = connection
    self.formats = camera.formats.map { AVCaptureDevice.Format($0, of: camera) }
    self.settings = Mutex(
      Settings(
        zoom: CameraZoom(min(max(1, camera.minZoom), camera.maxZoom)),
        focusMode: camera.hasFocus == true ? .continuousAutoFocus : .locked))
  }

  /// How long a lens moves, and an exposure settles, once it was asked to.
  static let settlingNanoseconds: UInt64 = 150_000_000

  /// The one device object of this camera, which notifications are about.
  var device: AVCaptureDevice {
    shared.withLock { shared in
      if let device = shared.device { return device }
      let device = AVCaptureDevice(self)
      shared.device = device
      return device
    }
  }

  /// Whether a value is on its way to another one: the zoom factor, the lens, the exposure.
  private var isMoving: Bool {
    let now = AVCaptureDevice.now
    return settings.withLock {
      $0.zoom.isRamping(atNanoseconds: now) || now < $0.focusesUntil || now < $0.exposesUntil
    }
  }

  /// Lets observers see values that change with time, until they have come to rest.
  func followMotion() {
    guard !observers.isEmpty, isMoving else { return }
    let isFirst = isFollowed.withLock { isFollowed in
      defer { isFollowed = true }
      return !isFollowed
    }
    if isFirst { lookAgain() }
  }

  private func lookAgain() {
    Callbacks.queue.asyncAfter(deadline: .now() + Self.lookInterval) { [weak self] in
      guard let self else { return }
      // Before the values are read: the last look must see those at rest.
      let goesOn = isMoving && !observers.isEmpty
      if !goesOn { isFollowed.withLock { $0 = false } }
      observers.look()
      if goesOn { lookAgain() }
    }
  }

  /// As often as there are frames, usually.
  private static let lookInterval = DispatchTimeInterval.milliseconds(33)

  /// Lets a session that runs take over another format or rate; blocks until the host has answered.
  func framesDidChange() { CameraHardware.known(for: connection)?.deviceDidChange(self) }

  /// Tells the host how the camera is set now.
  func announceControls() {
    do throws(GuestError) {
      try connection.post(
        .cameraControls, CameraControlsUpdate(device: camera.uniqueID, controls: controls))
    } catch {
      Diagnostics.report("the host could not be told how the camera is set: \(error)")
    }
  }

  /// What the host has to know of the settings.
  var controls: CameraControls {
    settings.withLock { settings in
      CameraControls(
        zoom: settings.zoom, exposureBias: settings.exposureBias,
        torchLevel: settings.torchMode == .on ? settings.torchLevel : 0)
    }
  }

  /// The index of the format that a preset asks for, nil when the camera has none.
  func formatIndex(for preset: AVCaptureSession.Preset) -> Int? {
    guard !formats.isEmpty else { return nil }
    switch preset {
    case .photo, .high: return 0
    case .inputPriority: return settings.withLock { $0.formatIndex }
    case .medium: return closest(toWidth: 480)
    case .low: return closest(toWidth: 192)
    default:
      guard let size = preset.dimensions else { return nil }
      return formats.firstIndex { $0.dimensions == size }
    }
  }

  private func closest(toWidth width: Int) -> Int? {
    camera.formats.indices.min {
      abs(camera.formats[$0].width - width) < abs(camera.formats[$1].width - width)
    }
  }
}
