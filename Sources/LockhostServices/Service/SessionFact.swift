// SPDX-License-Identifier: MIT

/// Something that became true during a session, told by the service that saw it.
package enum SessionFact: Sendable {
  /// A requirement is met now, or is no longer.
  ///
  /// The session latches the first `true`.
  case requirement(Requirement.ID, isMet: Bool)
  /// The first camera frame was handed to the guest.
  case firstFrame
  /// A photo was taken and handed to the guest; it is in no library yet.
  case photoCaptured(width: Int, height: Int, bytes: Int)
  /// The guest's photo or video is in the library, file and row, and will survive a crash.
  case photoAdded(PhotoRecord)
  /// The library could not store what the guest handed in, through no fault of the guest's.
  case photoLost(ServiceError)
  /// The guest's handler returned from a capture event, so long after it was sent.
  case captureEventHandled(eventID: UInt64, phase: CapturePhase, latency: Duration)
}
