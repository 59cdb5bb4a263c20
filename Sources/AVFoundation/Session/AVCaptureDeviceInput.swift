// SPDX-License-Identifier: MIT

import Foundation

/// A camera as the input of a session.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
  // Unchecked because its superclass is; the one stored property is constant.

  /// The camera.
  public let device: AVCaptureDevice

  /// Makes an input of a camera.
  ///
  /// Blocks for a round trip to the host. Without an answer yet the input can be made, as on iOS,
  /// where its frames are black then; here the session does not start.
  ///
  /// - Throws: `AVError.applicationIsNotAuthorizedToUseDevice` without the permission.
  public init(device: AVCaptureDevice) throws {
    switch AVCaptureDevice.authorizationStatus(for: .video) {
    case .denied, .restricted: throw AVError(.applicationIsNotAuthorizedToUseDevice)
    case .notDetermined, .authorized: break
    }
    self.device = device
    super.init()
    addPort(mediaType: .video, format: device.unit.formats.first?.formatDescription)
  }

  /// The camera's name, for logs.
  public override var description: String {
    "<AVCaptureDeviceInput: \(ObjectIdentifier(self).hashValue) [\(device.localizedName)]>"
  }
}
