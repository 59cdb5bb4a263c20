// SPDX-License-Identifier: MIT

import LockhostDevice

extension ErrorArticle {
  private init(
    _ code: DeviceError.Code, what: String, why: String, steps: [String]
  ) {
    self.init(code.rawValue, code.title, what: what, why: why, steps: steps)
  }

  static let controlArticles: [ErrorArticle] = [
    ErrorArticle(
      .controlNotCapture,
      what: "The control that was pressed runs an intent that is no camera capture intent.",
      why:
        "Only a `CameraCaptureIntent` lets the system start the capture extension, or the app with "
        + "its camera. lockhost performs no other intents, so the press does nothing.",
      steps: [
        "Give the control's `ControlWidgetButton` an intent that conforms to `CameraCaptureIntent`.",
        "`lockhost controls show CONTROL` names the intent that it has.",
      ]),
    ErrorArticle(
      .controlsTimedOut,
      what:
        "The control widget's process was started and asked what it offers, and gave no answer.",
      why:
        "A widget has five seconds, in the sandbox of controls: no camera, no writing, no network. "
        + "One that does not answer is killed, and the gallery shows nothing of it.",
      steps: [
        "Do nothing in the widget's `init` and `body` but build the configuration.",
        "Let its `@main` type be a `ControlWidget` or a `WidgetBundle`.",
        "Install again; the widget is asked anew.",
      ]),
    ErrorArticle(
      .controlsMalformed,
      what: "The control widget answered, and the answer breaks a rule.",
      why:
        "A widget may offer 64 controls, each with a kind and with texts of 512 bytes at most. The "
        + "answer comes from code that nobody vouches for, so it is taken whole or not at all.",
      steps: ["Offer fewer controls, or shorter texts.", "Install again."]),
    ErrorArticle(
      .controlsNotAsked,
      what: "The control widget's process could not be started, or ended before it answered.",
      why: "It crashed, made a call that only an attacker makes, used up a limit, or this machine "
        + "gives no sandbox. The message says which.",
      steps: [
        "`lockhost check X.app` looks at the bundle.",
        "`lockhost doctor` says whether the machine gives a sandbox.",
        "Install again.",
      ]),
    ErrorArticle(
      .controlNotFound,
      what: "No control in the gallery has this kind, or more than one app has one.",
      why: "The gallery holds what installed apps offered when they were installed.",
      steps: [
        "`lockhost controls list` shows every kind.",
        "Write APP/KIND where two apps have one of the same kind.",
      ]),
    ErrorArticle(
      .controlSlotEmpty,
      what: "A place was pressed in which no control stands, or several of which none was named.",
      why: "A press needs something to press.",
      steps: ["Put a control there with `lockhost controls assign`, or name the one that is meant."]
    ),
    ErrorArticle(
      .controlSlotFull,
      what: "Control Center holds as many controls as it can.",
      why: "32 are more than any person can tell apart.",
      steps: ["`lockhost controls assign control-center` empties it."]),
  ]
}
