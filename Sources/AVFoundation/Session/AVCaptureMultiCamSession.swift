// SPDX-License-Identifier: MIT

/// A session with several cameras at once, which this device cannot have.
///
/// It can be made, as programs make one before they ask `isMultiCamSupported`, and takes no input.
public final class AVCaptureMultiCamSession: AVCaptureSession, @unchecked Sendable {
  // Unchecked because its superclass is; there is nothing stored.

  /// Whether several cameras can run at once; always false.
  public class var isMultiCamSupported: Bool { false }

  /// How much of the hardware the session uses, 0 to 1.
  public var hardwareCost: Float { 1 }

  /// How much of the system's power the session uses, 0 to 1.
  public var systemPressureCost: Float { 1 }

  override var refusal: String? {
    "AVCaptureMultiCamSession is not supported on this device. Use +isMultiCamSupported"
  }
}
