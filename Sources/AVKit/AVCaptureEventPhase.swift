// SPDX-License-Identifier: MIT

/// Where a press of a capture button is.
public enum AVCaptureEventPhase: UInt, Sendable {
  /// The button went down.
  case began = 0
  /// The button came up; the moment to take a photo.
  case ended = 1
  /// The press does not count any more.
  case cancelled = 2
}
