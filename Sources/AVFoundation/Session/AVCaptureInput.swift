// SPDX-License-Identifier: MIT

public import CoreMedia
public import Foundation
import Synchronization

/// Where a session gets its media from.
public class AVCaptureInput: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; what can change is in a mutex.

  private let membership = Mutex<SessionReference>(SessionReference())
  private let portList = Mutex<[Port]>([])

  override init() { super.init() }

  /// The input's streams, one for each kind of media.
  public var ports: [Port] { portList.withLock { $0 } }

  func addPort(mediaType: AVMediaType, format: CMFormatDescription?) {
    let port = Port(input: self, mediaType: mediaType, formatDescription: format)
    portList.withLock { $0.append(port) }
  }

  /// The session to which the input was added.
  var session: AVCaptureSession? {
    get { membership.withLock { $0.session } }
    set { membership.withLock { $0.session = newValue } }
  }

  /// One stream of an input.
  public final class Port: NSObject, @unchecked Sendable {
    // Unchecked because NSObject is not Sendable; what can change is in a mutex.

    private let owner: InputReference
    private let enabled = Mutex(true)

    /// What kind of media the stream has.
    public let mediaType: AVMediaType
    /// What the stream's samples are like.
    public let formatDescription: CMFormatDescription?

    fileprivate init(
      input: AVCaptureInput, mediaType: AVMediaType, formatDescription: CMFormatDescription?
    ) {
      owner = InputReference(input)
      self.mediaType = mediaType
      self.formatDescription = formatDescription
    }

    /// The input; valid as long as somebody holds it.
    public var input: AVCaptureInput {
      // An input holds its ports, not the other way; a port without an input is of no use.
      owner.input ?? AVCaptureInput()
    }

    /// Whether the stream is used.
    public var isEnabled: Bool {
      get { enabled.withLock { $0 } }
      set { enabled.withLock { $0 = newValue } }
    }
  }
}

/// A session that an input or output belongs to without holding it.
struct SessionReference {
  weak var session: AVCaptureSession?
}

/// An input that a port belongs to without holding it.
private final class InputReference: Sendable {
  private struct Reference {
    weak var input: AVCaptureInput?
  }

  private let reference: Mutex<Reference>

  init(_ input: AVCaptureInput) { reference = Mutex(Reference(input: input)) }

  var input: AVCaptureInput? { reference.withLock { $0.input } }
}
