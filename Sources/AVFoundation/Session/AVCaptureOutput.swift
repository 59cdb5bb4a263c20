// SPDX-License-Identifier: MIT

public import Foundation
import LockhostWire
import Synchronization

/// Where a session brings its media to.
public class AVCaptureOutput: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; what can change is in a mutex.

  private let membership = Mutex<SessionReference>(SessionReference())

  override init() { super.init() }

  /// The connections that bring media here.
  public var connections: [AVCaptureConnection] {
    session?.connections.filter { $0.output === self } ?? []
  }

  /// The first connection with a kind of media, `nil` when there is none.
  public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    connections.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
  }

  /// The session to which the output was added.
  var session: AVCaptureSession? {
    get { membership.withLock { $0.session } }
    set { membership.withLock { $0.session = newValue } }
  }

  /// What the host calls this kind of output.
  var wireOutput: CameraStart.Output { .video }

  /// Whether more than one output of this class can be in a session.
  var allowsSiblings: Bool { true }

  /// The angles by which this output's pictures can be turned.
  var supportedRotationAngles: [CGFloat] { [0] }

  /// Whether this output's pictures can be mirrored.
  var supportsMirroring: Bool { false }
}
