// SPDX-License-Identifier: MIT

/// Starts a camera, or changes what it delivers.
public struct CameraStart: JSONBody, Hashable {
  /// The camera's ``CameraDescription/uniqueID``.
  public let device: String
  /// What the session is connected to; not empty for a running session.
  public let outputs: [Output]
  /// The wanted frame width in pixels.
  public let width: Int
  /// The wanted frame height in pixels.
  public let height: Int
  /// The wanted rate in frames per second.
  public let frameRate: Double
  /// The wanted pixel format; `BGRA` is the only one.
  public let pixelFormat: String
  /// Whether frames shall be put into shared memory.
  public let deliversFrames: Bool

  /// Makes the value from its fields.
  public init(
    device: String, outputs: [Output], width: Int, height: Int, frameRate: Double,
    pixelFormat: String, deliversFrames: Bool
  ) {
    self.device = device
    self.outputs = outputs
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.deliversFrames = deliversFrames
  }

  /// What a camera session feeds.
  public enum Output: String, Codable, Hashable, Sendable, CaseIterable {
    /// Photos on request.
    case photo
    /// Frames for the guest.
    case video
    /// A recording.
    case movie
  }
}

/// What a started camera delivers; with one memfd when it delivers frames.
///
/// The memory holds ``slotCount`` slots of ``slotBytes`` each, one frame in each slot.
public struct CameraStream: JSONBody, Hashable {
  /// The frames' width in pixels.
  public let width: Int
  /// The frames' height in pixels.
  public let height: Int
  /// The distance between two rows in bytes.
  public let bytesPerRow: Int
  /// The pixel format, `BGRA`.
  public let pixelFormat: String
  /// The number of slots; 0 without frames.
  public let slotCount: Int
  /// The size of a slot in bytes.
  public let slotBytes: Int

  /// Makes the value from its fields.
  public init(
    width: Int, height: Int, bytesPerRow: Int, pixelFormat: String, slotCount: Int,
    slotBytes: Int
  ) {
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.pixelFormat = pixelFormat
    self.slotCount = slotCount
    self.slotBytes = slotBytes
  }
}

/// The camera was taken away, or came back.
public struct CameraInterruption: JSONBody, Hashable {
  /// Whether the interruption begins; false when it ends.
  public let began: Bool
  /// The raw value of `AVCaptureSession.InterruptionReason`.
  public let reason: Int

  /// Makes the value from its fields.
  public init(began: Bool, reason: Int) {
    self.began = began
    self.reason = reason
  }
}
