// SPDX-License-Identifier: MIT

public import Foundation
import Synchronization

/// Where a session's pictures are shown.
///
/// A value that the session and the screen can refer to: there is no layer tree here. A preview alone
/// does not make the camera run; that takes an output, as the launch monitor wants.
public final class AVCaptureVideoPreviewLayer: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; what can change is in a mutex.

  struct Settings {
    var frame = CGRect()
    var session: AVCaptureSession?
    var gravity = AVLayerVideoGravity.resizeAspect
  }

  let settings = Mutex(Settings())

  /// Makes a preview of nothing.
  public override init() { super.init() }

  /// Makes a preview of a session and connects it to the session's camera.
  public init(session: AVCaptureSession) {
    super.init()
    self.session = session
  }

  /// Makes a preview of a session without connecting it.
  public init(sessionWithNoConnection session: AVCaptureSession) {
    super.init()
    setSessionWithNoConnection(session)
  }

  /// The session whose pictures are shown; setting it connects the preview to the session's camera.
  public var session: AVCaptureSession? {
    get { settings.withLock { $0.session } }
    set {
      let old = settings.withLock { settings in
        defer { settings.session = newValue }
        return settings.session
      }
      guard old !== newValue else { return }
      old?.detach(self)
      newValue?.attach(self)
    }
  }

  /// Sets the session without connecting the preview.
  public func setSessionWithNoConnection(_ session: AVCaptureSession) {
    settings.withLock { $0.session = session }
  }

  /// How the picture fits the screen.
  public var videoGravity: AVLayerVideoGravity {
    get { settings.withLock { $0.gravity } }
    set { settings.withLock { $0.gravity = newValue } }
  }

  /// The connection that brings the pictures, `nil` when the session has no camera.
  public var connection: AVCaptureConnection? {
    session?.connections.first { $0.videoPreviewLayer === self }
  }

  /// Whether the preview shows something.
  public var isPreviewing: Bool { connection?.isEnabled == true && session?.isRunning == true }
}
