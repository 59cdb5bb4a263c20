// SPDX-License-Identifier: MIT

/// How much frames are steadied; `.off` is the only one that is supported.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
  /// Not at all.
  case off = 0
  /// A little.
  case standard = 1
  /// More, and later.
  case cinematic = 2
  /// Still more, and later still.
  case cinematicExtended = 3
  /// As much as suits the format.
  case auto = -1
}

extension AVCaptureConnection {
  /// Whether frames can be steadied; they need not be.
  public var isVideoStabilizationSupported: Bool { false }
  /// How much frames are steadied.
  public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }
  /// How much frames should be steadied; without effect.
  public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
    get { .off }
    set { _ = newValue }
  }
}
