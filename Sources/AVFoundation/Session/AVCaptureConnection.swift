// SPDX-License-Identifier: MIT

public import Foundation
import LockhostGuest
import Synchronization

/// The way from an input to an output or a preview.
public final class AVCaptureConnection: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; what can change is in a mutex.

  private struct Settings {
    var isEnabled = true
    var rotationAngle: CGFloat = 0
    var isMirrored = false
    /// Whether a program said whether pictures are mirrored.
    var mirroringWasSet = false
    var adjustsMirroring: Bool
  }

  private struct Ends {
    weak var output: AVCaptureOutput?
    weak var previewLayer: AVCaptureVideoPreviewLayer?
  }

  private let settings: Mutex<Settings>
  private let ends: Mutex<Ends>

  /// The streams that go this way.
  public let inputPorts: [AVCaptureInput.Port]

  /// Makes a connection, to be added to a session.
  public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
    inputPorts = ports
    settings = Mutex(Settings(adjustsMirroring: false))
    ends = Mutex(Ends(output: output))
  }

  /// Makes a connection to a preview, to be added to a session.
  public init(
    inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer
  ) {
    inputPorts = [port]
    settings = Mutex(Settings(adjustsMirroring: true))
    ends = Mutex(Ends(previewLayer: layer))
  }

  /// The output, `nil` when the connection goes to a preview.
  public var output: AVCaptureOutput? { ends.withLock { $0.output } }

  /// The preview, `nil` when the connection goes to an output.
  public var videoPreviewLayer: AVCaptureVideoPreviewLayer? {
    ends.withLock { $0.previewLayer }
  }

  /// Whether media may go this way.
  public var isEnabled: Bool {
    get { settings.withLock { $0.isEnabled } }
    set {
      let hasChanged = settings.withLock { settings in
        defer { settings.isEnabled = newValue }
        return settings.isEnabled != newValue
      }
      if hasChanged { output?.session?.connectionDidChange() }
    }
  }

  /// Whether media goes this way: both ends are in a session and the streams are enabled.
  public var isActive: Bool {
    guard let session = output?.session ?? videoPreviewLayer?.session else { return false }
    return session.connections.contains { $0 === self } && inputPorts.contains(where: \.isEnabled)
  }

  // MARK: Rotation

  /// Whether pictures can be turned by an angle, in degrees: 0, 90, 180 and 270.
  public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
    supportedAngles.contains(videoRotationAngle)
  }

  /// How far pictures are turned clockwise, in degrees.
  ///
  /// Frames are turned by the host; a photo says in its EXIF data how it is to be turned, and a film
  /// in its header. A change of a running session's frames is a stop and a start.
  public var videoRotationAngle: CGFloat {
    get { settings.withLock { $0.rotationAngle } }
    set {
      guard isVideoRotationAngleSupported(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureConnection setVideoRotationAngle:] - unsupported videoRotationAngle "
            + "\(newValue). Use -isVideoRotationAngleSupported:")
      }
      change { $0.rotationAngle = newValue }
    }
  }

  /// Changes settings, and lets the session know when frames come another way.
  private func change(_ body: (inout Settings) -> Void) {
    settings.withLock { body(&$0) }
    if output is AVCaptureVideoDataOutput { output?.session?.connectionDidChange() }
  }

  private var supportedAngles: [CGFloat] {
    output?.supportedRotationAngles ?? (videoPreviewLayer == nil ? [0] : [0, 90, 180, 270])
  }

  // MARK: Mirroring

  /// Whether pictures can be mirrored.
  public var isVideoMirroringSupported: Bool {
    output?.supportsMirroring ?? (videoPreviewLayer != nil)
  }

  /// Whether the session decides on mirroring; at first only for previews.
  public var automaticallyAdjustsVideoMirroring: Bool {
    get { settings.withLock { $0.adjustsMirroring } }
    set { settings.withLock { $0.adjustsMirroring = newValue } }
  }

  /// Whether pictures are mirrored.
  public var isVideoMirrored: Bool {
    get {
      let (isMirrored, isAutomatic) = settings.withLock { ($0.isMirrored, $0.adjustsMirroring) }
      return isAutomatic ? looksAtPerson : isMirrored
    }
    set {
      guard isVideoMirroringSupported else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureConnection setVideoMirrored:] Unsupported. Use "
            + "-isVideoMirroringSupported")
      }
      guard !automaticallyAdjustsVideoMirroring else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when "
            + "automaticallyAdjustsVideoMirroring is YES")
      }
      change { settings in
        settings.isMirrored = newValue
        settings.mirroringWasSet = true
      }
    }
  }

  /// Whether frames are to be mirrored, nil when no program said so.
  var chosenMirroring: Bool? {
    let wasChosen = settings.withLock { $0.mirroringWasSet || $0.adjustsMirroring }
    return wasChosen ? isVideoMirrored : nil
  }

  private var looksAtPerson: Bool {
    inputPorts.contains { ($0.input as? AVCaptureDeviceInput)?.device.position == .front }
  }
}
