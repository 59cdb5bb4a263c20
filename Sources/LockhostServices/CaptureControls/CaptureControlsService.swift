// SPDX-License-Identifier: MIT

package import LockhostWire
import Synchronization

/// The overlay of the camera button: what a guest put there, and what the person does with it.
///
/// As with the buttons, a guest hears of it only while its camera is in use.
package final class CaptureControlsService: Sendable {
  /// Why a control was not set.
  package enum Refusal: Error, Hashable, Sendable {
    /// No camera runs that is connected to an output.
    case cameraNotInUse
    /// The guest has no control of this title; these it has.
    case noControl(present: [String])
    /// The control is switched off.
    case disabled
    /// The value is not one of the control's.
    case outOfRange(minimum: Double, maximum: Double)
    /// The guest does not read its socket.
    case notDelivered

    /// The reason, for people.
    package var reason: String {
      switch self {
      case .cameraNotInUse: "the extension's camera is not running, or has no output"
      case .noControl(let present) where present.isEmpty: "the extension has no controls"
      case .noControl(let present):
        "the extension's controls are \(present.joined(separator: ", "))"
      case .disabled: "the control is disabled"
      case .outOfRange(let minimum, let maximum): "the control goes from \(minimum) to \(maximum)"
      case .notDelivered: "the extension does not read what the host sends"
      }
    }
  }

  private let isCameraInUse: @Sendable () -> Bool
  private let deliver: @Sendable (CaptureControlEvent) -> Bool
  private let controls = Mutex<[CaptureControl]>([])

  /// Makes the overlay of a session.
  ///
  /// - Parameters:
  ///   - isCameraInUse: Whether a camera runs and has an output.
  ///   - deliver: Sends an event; answers whether the guest will get it.
  package init(
    isCameraInUse: @escaping @Sendable () -> Bool,
    deliver: @escaping @Sendable (CaptureControlEvent) -> Bool
  ) {
    self.isCameraInUse = isCameraInUse
    self.deliver = deliver
  }

  /// What is on the overlay.
  package var present: [CaptureControl] { controls.withLock { $0 } }

  /// Takes the guest's whole state.
  package func register(_ newControls: [CaptureControl]) { controls.withLock { $0 = newControls } }

  /// Opens the overlay, sets one control and closes it: one movement of a finger.
  ///
  /// - Parameters:
  ///   - title: What the control is called; of several, the first.
  ///   - value: For a picker, the index.
  /// - Throws: `Refusal`: why the guest heard nothing of it.
  package func adjust(_ title: String, to value: Double) throws(Refusal) {
    guard isCameraInUse() else { throw .cameraNotInUse }
    guard let control = present.first(where: { $0.title == title }) else {
      throw .noControl(present: present.map(\.title))
    }
    guard control.enabled else { throw .disabled }
    guard value >= control.minimum, value <= control.maximum else {
      throw .outOfRange(minimum: control.minimum, maximum: control.maximum)
    }
    let events = [
      CaptureControlEvent(kind: .active), CaptureControlEvent(kind: .fullscreen),
      CaptureControlEvent(kind: .value, id: control.id, value: value),
      CaptureControlEvent(kind: .compact), CaptureControlEvent(kind: .inactive),
    ]
    for event in events {
      guard deliver(event) else { throw .notDelivered }
    }
  }
}
