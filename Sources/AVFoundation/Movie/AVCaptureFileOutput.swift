// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation

/// An output that writes a file.
public class AVCaptureFileOutput: AVCaptureOutput, @unchecked Sendable {
  // Unchecked because its superclass is; there is nothing stored.

  /// Where the film goes that is being recorded, nil for none.
  public var outputFileURL: URL? { nil }
  /// Whether a film is being recorded.
  public var isRecording: Bool { false }
  /// How long the film is that is being recorded.
  public var recordedDuration: CMTime { .zero }
  /// How large the film is, in bytes.
  public var recordedFileSize: Int64 { 0 }

  /// Begins a film.
  public func startRecording(
    to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {}

  /// Ends the film.
  public func stopRecording() {}
}

/// Hears how a film is recorded.
///
/// Called on a queue of the output's, never the main queue, in the order in which they stand here.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
  /// The first frame is in the film.
  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
    from connections: [AVCaptureConnection])

  /// The film is in its file, or cannot be.
  ///
  /// - Parameter error: When its `AVErrorRecordingSuccessfullyFinishedKey` is true, the film is whole
  ///   all the same.
  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
  /// Does nothing when a film begins.
  public func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
    from connections: [AVCaptureConnection]
  ) {}
}
