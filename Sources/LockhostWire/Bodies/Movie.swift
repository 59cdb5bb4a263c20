// SPDX-License-Identifier: MIT

/// Begins a recording of the running camera; answered once its first frame is in the file.
public struct MovieStart: JSONBody, Hashable {
  /// Identifies the recording in this process.
  public let recordingID: Int64
  /// The codec; `jpeg` is the only one.
  public let codec: String
  /// How far the film is turned clockwise for whoever looks at it: 0, 90, 180 or 270.
  public let rotationAngle: Int
  /// Whether the film is mirrored.
  public let mirrored: Bool
  /// The longest film in seconds; nil for the host's own limit.
  public let maximumSeconds: Double?
  /// The largest film in bytes; nil for the host's own limit.
  public let maximumBytes: Int?

  /// Makes the value from its fields.
  public init(
    recordingID: Int64, codec: String, rotationAngle: Int = 0, mirrored: Bool = false,
    maximumSeconds: Double? = nil, maximumBytes: Int? = nil
  ) {
    self.recordingID = recordingID
    self.codec = codec
    self.rotationAngle = rotationAngle
    self.mirrored = mirrored
    self.maximumSeconds = maximumSeconds
    self.maximumBytes = maximumBytes
  }

  /// Checks the angle and the limits.
  public func validate() throws(WireError) {
    guard [0, 90, 180, 270].contains(rotationAngle) else {
      throw .value(field: "rotationAngle", reason: "not 0, 90, 180 or 270")
    }
    if let maximumSeconds, !(maximumSeconds > 0 && maximumSeconds < 1e6) {
      throw .value(field: "maximumSeconds", reason: "not a length")
    }
    if let maximumBytes, maximumBytes <= 0 {
      throw .value(field: "maximumBytes", reason: "not a size")
    }
  }
}

/// Ends a recording.
public struct MovieStop: JSONBody, Hashable {
  /// The recording.
  public let recordingID: Int64

  /// Makes the value from its fields.
  public init(recordingID: Int64) {
    self.recordingID = recordingID
  }
}

/// A finished film, whose QuickTime file is in the one sealed memfd that comes along.
public struct RecordedMovie: JSONBody, Hashable {
  /// The recording.
  public let recordingID: Int64
  /// How many frames the film has.
  public let frames: Int
  /// How long it is, in seconds.
  public let seconds: Double
  /// How large its file is.
  public let bytes: Int
  /// How many frames came and are not in it, because encoding took too long.
  public let dropped: Int

  /// Makes the value from its fields.
  public init(recordingID: Int64, frames: Int, seconds: Double, bytes: Int, dropped: Int) {
    self.recordingID = recordingID
    self.frames = frames
    self.seconds = seconds
    self.bytes = bytes
    self.dropped = dropped
  }
}

/// A recording takes no more frames; the guest still has to end it, and gets what there is.
public struct MovieEnded: JSONBody, Hashable {
  /// Why.
  public enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
    /// The film is as long as it may be.
    case duration
    /// The film is as large as it may be.
    case size
    /// The camera was stopped.
    case camera
    /// The camera was taken away.
    case interruption
  }

  /// The recording.
  public let recordingID: Int64
  /// Why it ended.
  public let reason: Reason

  /// Makes the value from its fields.
  public init(recordingID: Int64, reason: Reason) {
    self.recordingID = recordingID
    self.reason = reason
  }
}
