// SPDX-License-Identifier: MIT

import LockhostWire

/// What a session needs of the camera.
struct CapturePlan: Sendable {
  /// One output that takes frames, and the connection by which it gets them.
  struct Receiver: Sendable {
    let output: AVCaptureVideoDataOutput
    let connection: AVCaptureConnection
  }

  /// What the host is asked for.
  var start: CameraStart
  /// Who gets the frames.
  var receivers: [Receiver]
}
