// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostPolicy
import LockhostServices
import LockhostWire

extension ExtensionPoint {
  /// A camera app's capture extension, which runs in the app's place while the device is locked.
  ///
  /// It has to start a camera session and to register an enabled capture-event handler within ten
  /// seconds of its scene being presented.
  public static let capture = ExtensionPoint(
    identifier: ExtensionBundle.capturePoint, role: .extension, policy: .capture,
    requirements: [CameraHandler.requirement, CaptureEventsHandler.requirement],
    deadline: .seconds(10))

  /// The app that its capture intent launched: the system wants a camera, as of the extension.
  static let intentApplication = ExtensionPoint(
    identifier: "application", role: .app, policy: .app,
    requirements: ExtensionPoint.capture.requirements, deadline: .seconds(10))

  /// A control widget, whose process says which controls it offers and ends.
  ///
  /// It sees no camera, writes nowhere, and is asked one question.
  public static let control = ExtensionPoint(
    identifier: ExtensionBundle.widgetPoint, policy: .control, deadline: .seconds(5), role: .control
  )

  /// The app itself, which is asked for nothing: no one is in a hurry on an unlocked device.
  static let application = ExtensionPoint(
    identifier: "application", role: .app, policy: .app, requirements: [],
    deadline: .seconds(10))
}
