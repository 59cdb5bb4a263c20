// SPDX-License-Identifier: MIT

public import Foundation

/// The key of the error in a runtime-error notification; its value is an `AVError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

/// The key of the reason in an interruption notification.
///
/// Its value is the raw value of an `AVCaptureSession.InterruptionReason`, as an `Int`.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension AVCaptureSession {
  /// Posted when the session has started.
  public class var didStartRunningNotification: Notification.Name {
    Notification.Name("AVCaptureSessionDidStartRunningNotification")
  }
  /// Posted when the session has stopped.
  public class var didStopRunningNotification: Notification.Name {
    Notification.Name("AVCaptureSessionDidStopRunningNotification")
  }
  /// Posted when the session was stopped by an error.
  public class var runtimeErrorNotification: Notification.Name {
    Notification.Name("AVCaptureSessionRuntimeErrorNotification")
  }
  /// Posted when the camera was taken away.
  public class var wasInterruptedNotification: Notification.Name {
    Notification.Name("AVCaptureSessionWasInterruptedNotification")
  }
  /// Posted when the camera came back.
  public class var interruptionEndedNotification: Notification.Name {
    Notification.Name("AVCaptureSessionInterruptionEndedNotification")
  }

  /// Why the camera was taken away.
  public enum InterruptionReason: Int, Sendable {
    /// The program went to the background.
    case videoDeviceNotAvailableInBackground = 1
    /// Somebody else uses the microphone.
    case audioDeviceInUseByAnotherClient = 2
    /// Somebody else uses the camera.
    case videoDeviceInUseByAnotherClient = 3
    /// Several apps share the screen.
    case videoDeviceNotAvailableWithMultipleForegroundApps = 4
    /// The device is too hot.
    case videoDeviceNotAvailableDueToSystemPressure = 5
    /// The picture was found to be sensitive.
    case sensitiveContentMitigationActivated = 6
  }
}

extension Notification.Name {
  /// Posted when a session has started.
  public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
  /// Posted when a session has stopped.
  public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
  /// Posted when a session was stopped by an error.
  public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
  /// Posted when the camera was taken away.
  public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
  /// Posted when the camera came back.
  public static let AVCaptureSessionInterruptionEnded =
    AVCaptureSession.interruptionEndedNotification
  /// Posted when something else stands before a camera that is asked to watch for it.
  public static let AVCaptureDeviceSubjectAreaDidChange =
    AVCaptureDevice.subjectAreaDidChangeNotification
}

extension AVCaptureDevice {
  /// Posted when something else stands before a camera whose
  /// `isSubjectAreaChangeMonitoringEnabled` is set.
  public class var subjectAreaDidChangeNotification: Notification.Name {
    Notification.Name("AVCaptureDeviceSubjectAreaDidChangeNotification")
  }
}
