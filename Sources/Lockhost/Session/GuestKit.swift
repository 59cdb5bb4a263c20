// SPDX-License-Identifier: MIT

import LockhostServices
import Synchronization

/// A guest that is ready to be started, and the parts of it that a hand on the phone reaches.
struct GuestKit: Sendable {
  /// What people call it.
  let name: String
  /// What it is made of.
  let plan: Guest.Plan
  /// The folders that were handed over to it before, by name; for an app.
  var content: [String] = []
  /// Its camera and its buttons, once it runs.
  let controls: Controls

  /// The camera it uses.
  var camera: CameraService? { controls.camera }

  /// Where the phone's buttons go.
  var captureEvents: CaptureEventsService? { controls.captureEvents }

  /// Where the camera button's overlay goes.
  var captureControls: CaptureControlsService? { controls.captureControls }

  /// The parts of a guest's services that others than the guest reach.
  ///
  /// Services are made when the guest runs, and these are filled in then.
  final class Controls: Sendable {
    private struct Parts {
      var camera: CameraService?
      var captureEvents: CaptureEventsService?
      var captureControls: CaptureControlsService?
    }

    private let parts = Mutex(Parts())

    var camera: CameraService? { parts.withLock { $0.camera } }

    var captureEvents: CaptureEventsService? { parts.withLock { $0.captureEvents } }

    var captureControls: CaptureControlsService? { parts.withLock { $0.captureControls } }

    func set(
      camera: CameraService, captureEvents: CaptureEventsService,
      captureControls: CaptureControlsService
    ) {
      parts.withLock {
        $0 = Parts(
          camera: camera, captureEvents: captureEvents, captureControls: captureControls)
      }
    }
  }
}
