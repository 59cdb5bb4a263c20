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
  /// The wanted pixel format: `BGRA`, `420v` or `420f`.
  public let pixelFormat: String
  /// Whether frames shall be put into shared memory.
  public let deliversFrames: Bool
  /// How far frames are turned clockwise, in degrees: 0, 90, 180 or 270; nil for 0.
  ///
  /// ``width`` and ``height`` are those of the sensor's frames, before they are turned.
  public let rotationAngle: Int?
  /// Whether frames are mirrored after that; nil for the camera's own way.
  public let mirrored: Bool?
  /// How the camera is set; nil for how it was set last.
  public let controls: CameraControls?

  /// Makes the value from its fields.
  public init(
    device: String, outputs: [Output], width: Int, height: Int, frameRate: Double,
    pixelFormat: String, deliversFrames: Bool, rotationAngle: Int? = nil, mirrored: Bool? = nil,
    controls: CameraControls? = nil
  ) {
    self.device = device
    self.outputs = outputs
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.deliversFrames = deliversFrames
    self.rotationAngle = rotationAngle
    self.mirrored = mirrored
    self.controls = controls
  }

  /// Checks the angle and the controls.
  public func validate() throws(WireError) {
    guard [nil, 0, 90, 180, 270].contains(rotationAngle) else {
      throw .value(field: "rotationAngle", reason: "not 0, 90, 180 or 270")
    }
    try controls?.check()
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
  /// The distance between two rows in bytes; for `420v` and `420f`, between two rows of either plane,
  /// of which the second follows the first without a gap.
  public let bytesPerRow: Int
  /// The pixel format that was asked for.
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
