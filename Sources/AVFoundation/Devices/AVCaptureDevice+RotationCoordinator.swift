// SPDX-License-Identifier: MIT

public import Foundation
import LockhostWire

extension AVCaptureDevice {
  /// Says how far pictures have to be turned to be level.
  ///
  /// The device is held upright and not turned: both angles are what the sensor's mounting needs,
  /// which the device's camera profile says.
  public final class RotationCoordinator: NSObject, @unchecked Sendable {
    // Unchecked because NSObject is not Sendable; all stored properties are constant.

    private let camera: AVCaptureDevice

    /// Creates a coordinator.
    ///
    /// - Parameter previewLayer: Where the picture is shown; `nil` when nowhere.
    public init(device: AVCaptureDevice, previewLayer: AVCaptureVideoPreviewLayer?) {
      camera = device
    }

    /// The camera.
    public var device: AVCaptureDevice? { camera }
    /// How far a preview has to be turned, in degrees.
    public var videoRotationAngleForHorizonLevelPreview: CGFloat {
      CGFloat(camera.unit.camera.sensorAngle ?? 0)
    }
    /// How far a photo or film has to be turned, in degrees.
    public var videoRotationAngleForHorizonLevelCapture: CGFloat {
      CGFloat(camera.unit.camera.sensorAngle ?? 0)
    }
  }
}
