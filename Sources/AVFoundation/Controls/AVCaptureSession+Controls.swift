// SPDX-License-Identifier: MIT

public import Dispatch
import Foundation
import LockhostGuest
import LockhostWire

extension AVCaptureSession {
  /// Whether the device has a button with controls; it has.
  public var supportsControls: Bool { true }

  /// How many controls a session can have.
  public var maxControlsCount: Int { WireLimits.captureControls }

  /// The controls, in the order in which they were added.
  public var controls: [AVCaptureControl] { controlBoard.controls }

  /// Who hears when the controls are used.
  public var controlsDelegate: (any AVCaptureSessionControlsDelegate)? { controlBoard.delegate }

  /// Where that is heard.
  public var controlsDelegateCallbackQueue: DispatchQueue? { controlBoard.queue }

  /// Sets who hears when the controls are used; without a delegate there are none on the screen.
  ///
  /// - Parameters:
  ///   - controlsDelegate: Not held.
  ///   - controlsDelegateCallbackQueue: A serial queue; must not be `nil` with a delegate.
  public func setControlsDelegate(
    _ controlsDelegate: (any AVCaptureSessionControlsDelegate)?,
    queue controlsDelegateCallbackQueue: DispatchQueue?
  ) {
    guard (controlsDelegate == nil) == (controlsDelegateCallbackQueue == nil) else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureSession setControlsDelegate:queue:] Either both the delegate and the queue "
          + "are nil, or none")
    }
    controlBoard.set(controlsDelegate, controlsDelegateCallbackQueue)
  }

  /// Whether a control can be added: it is in no session, and there is room.
  public func canAddControl(_ control: AVCaptureControl) -> Bool { objection(to: control) == nil }

  /// Adds a control; one that cannot be added ends the process, as on iOS.
  public func addControl(_ control: AVCaptureControl) {
    if let objection = objection(to: control) {
      UncaughtException.invalidArgument.raise("*** -[AVCaptureSession addControl:] \(objection)")
    }
    control.session = self
    controlBoard.add(control)
  }

  /// Removes a control; does nothing when it is not here.
  public func removeControl(_ control: AVCaptureControl) {
    guard control.session === self else { return }
    control.session = nil
    controlBoard.remove(control)
  }

  private func objection(to control: AVCaptureControl) -> String? {
    if control.session === self {
      return "An AVCaptureControl instance may not be added more than once to a session"
    }
    if control.session != nil {
      return "An AVCaptureControl instance may not be added to more than one session"
    }
    if controls.count >= maxControlsCount {
      return "The session has its maxControlsCount of controls, which is \(maxControlsCount)"
    }
    return nil
  }
}
