// SPDX-License-Identifier: MIT

import CoreMedia
import LockhostWire
import Synchronization

/// One camera of the device, with what was set on it; every `AVCaptureDevice` of it shares this.
final class CameraUnit: Sendable {
  struct Settings: Sendable {
    var lockDepth = 0
    var formatIndex = 0
    /// Whether a program chose the format, which then has precedence over a session's preset.
    var formatWasChosen = false
    var zoom: Double
    var torchMode = AVCaptureDevice.TorchMode.off
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

  init(_ camera: CameraDescription) {
    self.camera = camera
    self.formats = camera.formats.map { AVCaptureDevice.Format($0, of: camera) }
    self.settings = Mutex(Settings(zoom: min(max(1, camera.minZoom), camera.maxZoom)))
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
