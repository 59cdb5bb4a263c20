// SPDX-License-Identifier: MIT

public import Foundation
import LockhostWire
import Synchronization

/// Something that a person sets with the camera button.
///
/// A session shows its controls while it runs and has a delegate for them.
public class AVCaptureControl: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; what can change is in a mutex.

  private struct Membership {
    weak var session: AVCaptureSession?
    var isEnabled = true
  }

  private static let lastID = Atomic<Int>(0)

  let id = AVCaptureControl.lastID.wrappingAdd(1, ordering: .relaxed).newValue
  private let membership = Mutex(Membership())

  override init() { super.init() }

  /// Whether the person can set it now.
  public var isEnabled: Bool {
    get { membership.withLock { $0.isEnabled } }
    set {
      membership.withLock { $0.isEnabled = newValue }
      didChange()
    }
  }

  /// The session to which the control was added.
  var session: AVCaptureSession? {
    get { membership.withLock { $0.session } }
    set { membership.withLock { $0.session = newValue } }
  }

  /// Lets the host know that the control looks different now.
  func didChange() { session?.controlBoard.announce() }

  /// What the host is told of the control.
  var wireForm: CaptureControl? { nil }

  /// The person has set the control.
  func take(_ value: Double) {}
}
