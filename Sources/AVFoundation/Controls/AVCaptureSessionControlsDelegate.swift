// SPDX-License-Identifier: MIT

public import Foundation

/// Hears when a session's controls are used.
///
/// A session without such a delegate has no controls on the screen. Called on the queue that was
/// given with it, in the order in which they stand here.
public protocol AVCaptureSessionControlsDelegate: NSObjectProtocol {
  /// The person can use the controls now.
  func sessionControlsDidBecomeActive(_ session: AVCaptureSession)
  /// The controls are about to fill the edge of the screen: hide what is in their way.
  func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession)
  /// The controls are about to be small again.
  func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession)
  /// The person cannot use the controls any more.
  func sessionControlsDidBecomeInactive(_ session: AVCaptureSession)
}
