// SPDX-License-Identifier: MIT

public import Foundation

/// The domain of this module's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The key that says whether a recording that ended with an error is whole; its value is a `Bool`.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"

/// What this module's functions throw and report.
public struct AVError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// What went wrong, with Apple's numbers.
  public enum Code: Int, Sendable {
    /// Nothing more is known.
    case unknown = -11800
    /// There was not enough memory.
    case outOfMemory = -11801
    /// The session was not running.
    case sessionNotRunning = -11803
    /// Another session uses the camera.
    case deviceAlreadyUsedByAnotherSession = -11804
    /// Nothing was captured.
    case noDataCaptured = -11805
    /// The session's configuration changed in between.
    case sessionConfigurationChanged = -11806
    /// There was no space left.
    case diskFull = -11807
    /// The film is as long as it may be.
    case maximumDurationReached = -11810
    /// The film is as large as it may be.
    case maximumFileSizeReached = -11811
    /// There is a file already.
    case fileAlreadyExists = -11823
    /// The camera went away.
    case deviceWasDisconnected = -11808
    /// There is no such camera.
    case deviceNotConnected = -11814
    /// Another program uses the camera.
    case deviceInUseByAnotherApplication = -11815
    /// Another program configures the camera.
    case deviceLockedForConfigurationByAnotherProcess = -11817
    /// The session was interrupted.
    case sessionWasInterrupted = -11818
    /// The system's media services were restarted.
    case mediaServicesWereReset = -11819
    /// Too many photos were under way.
    case maximumStillImageCaptureRequestsExceeded = -11830
    /// The camera is not this one's to use.
    case applicationIsNotAuthorizedToUseDevice = -11852
    /// What was asked for does not exist on this system.
    case operationNotSupportedForPreset = -11871
  }

  /// What went wrong.
  public let code: Code
  /// More about it, in words.
  package let detail: String
  /// Whether what was recorded is whole in spite of it.
  private var recordingFinished: Bool?

  /// Creates an error.
  public init(_ code: Code) { self.init(code, "") }

  /// Creates an error with more about it.
  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The same error, of a recording that is whole all the same.
  var withRecordingFinished: AVError {
    var error = self
    error.recordingFinished = true
    return error
  }

  /// More about it, by key: `AVErrorRecordingSuccessfullyFinishedKey` for recordings.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
    if let recordingFinished { info[AVErrorRecordingSuccessfullyFinishedKey] = recordingFinished }
    return info
  }

  /// More about it, by key, as `NSError` has it.
  public var userInfo: [String: Any] { errorUserInfo }

  /// The domain, `AVFoundationErrorDomain`.
  public static var errorDomain: String { AVFoundationErrorDomain }
  /// The code's number.
  public var errorCode: Int { code.rawValue }
  /// What went wrong, for people.
  public var errorDescription: String? { detail.isEmpty ? "\(code)" : "\(code): \(detail)" }

  /// Nothing more is known.
  public static var unknown: Code { .unknown }
  /// The film is as long as it may be.
  public static var maximumDurationReached: Code { .maximumDurationReached }
  /// The film is as large as it may be.
  public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
  /// There is a file already.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// The session was not running.
  public static var sessionNotRunning: Code { .sessionNotRunning }
  /// The system's media services were restarted.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  /// The camera is not this one's to use.
  public static var applicationIsNotAuthorizedToUseDevice: Code {
    .applicationIsNotAuthorizedToUseDevice
  }
}

extension AVError.Code {
  /// Whether an error is of this module and has this code.
  public static func ~= (code: AVError.Code, error: any Error) -> Bool {
    (error as? AVError)?.code == code
  }
}
