// SPDX-License-Identifier: MIT

import CoreMedia

extension AVCaptureSession {
  /// What quality a session delivers.
  public struct Preset: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the preset.
    public let rawValue: String

    /// Creates a preset from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The best for photos.
    public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
    /// The best for films; what a session has at first.
    public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
    /// Good enough to share.
    public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
    /// Good enough to send by a slow network.
    public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
    /// 352 by 288 pixels.
    public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
    /// 640 by 480 pixels.
    public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
    /// 1280 by 720 pixels.
    public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
    /// 1920 by 1080 pixels.
    public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
    /// 3840 by 2160 pixels.
    public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
    /// Whatever the camera's active format is.
    public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")

    /// The size that the preset names, nil when it names none.
    var dimensions: CMVideoDimensions? {
      switch self {
      case .cif352x288: CMVideoDimensions(width: 352, height: 288)
      case .vga640x480: CMVideoDimensions(width: 640, height: 480)
      case .hd1280x720: CMVideoDimensions(width: 1280, height: 720)
      case .hd1920x1080: CMVideoDimensions(width: 1920, height: 1080)
      case .hd4K3840x2160: CMVideoDimensions(width: 3840, height: 2160)
      default: nil
      }
    }
  }
}
