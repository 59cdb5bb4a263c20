// SPDX-License-Identifier: MIT

public import Foundation

/// A sound that a program plays instead of the system's capture sound.
///
/// The host is told which one; nothing is heard yet.
public final class AVCaptureEventSound: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; the one stored property is constant.

  let name: String

  /// Makes a sound of a file.
  ///
  /// - Throws: `CocoaError.fileReadNoSuchFile` when there is no such file.
  public init(url: URL) throws {
    guard FileManager.default.isReadableFile(atPath: url.path) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    name = url.lastPathComponent
  }

  private init(name: String) { self.name = name }

  /// The sound of a photo.
  public class var cameraShutter: AVCaptureEventSound { AVCaptureEventSound(name: "cameraShutter") }
  /// The sound of a recording that begins.
  public class var beginVideoRecording: AVCaptureEventSound {
    AVCaptureEventSound(name: "beginVideoRecording")
  }
  /// The sound of a recording that ends.
  public class var endVideoRecording: AVCaptureEventSound {
    AVCaptureEventSound(name: "endVideoRecording")
  }
}
