// SPDX-License-Identifier: MIT

public import Foundation
import LockhostWire

extension AVCaptureDevice {
  /// Says how far pictures have to be turned to be level.
  ///
  /// That is what the sensor's mounting needs, which the device's camera profile says, and for a photo
  /// or film also how the device is held. Both angles can be observed.
  public final class RotationCoordinator: NSObject, @unchecked Sendable {
    // Unchecked because NSObject is not Sendable; all stored properties are constant.

    private let camera: AVCaptureDevice
    private let hardware = CameraHardware.shared

    /// Creates a coordinator.
    ///
    /// - Parameter previewLayer: Where the picture is shown; `nil` when nowhere.
    public init(device: AVCaptureDevice, previewLayer: AVCaptureVideoPreviewLayer?) {
      camera = device
    }

    /// The camera.
    public var device: AVCaptureDevice? { camera }
    /// How far a preview has to be turned, in degrees.
    ///
    /// A screen turns with its device, and here does not turn what it shows: the angle stays.
    public var videoRotationAngleForHorizonLevelPreview: CGFloat {
      CGFloat(camera.unit.camera.sensorAngle ?? 0)
    }
    /// How far a photo or film has to be turned, in degrees.
    public var videoRotationAngleForHorizonLevelCapture: CGFloat {
      let description = camera.unit.camera
      return CGFloat(
        hardware.deviceTurn.levelAngle(
          sensorAngle: description.sensorAngle ?? 0, position: description.position))
    }

    /// Who observes the angles, which are alike for all coordinators of a device.
    var observers: KeyValueObservers { hardware.turnObservers }
  }
}
