// SPDX-License-Identifier: MIT

import LockhostDevice

extension ErrorArticle {
  private init(
    _ code: DeviceError.Code, what: String, why: String, steps: [String]
  ) {
    self.init(code.rawValue, code.title, what: what, why: why, steps: steps)
  }

  /// Mistakes that only `lockhost check` finds: a launch goes on in spite of them.
  static let checkArticles: [ErrorArticle] = [
    ErrorArticle(
      .usageTextUneven,
      what: "The app has a usage text that its capture extension has not.",
      why:
        "A permission is inherited from the app, and the text is each bundle's own. An extension "
        + "that uses something without saying why is refused it, and on a phone it is ended.",
      steps: [
        "Add the key to the extension's Info.plist if the extension uses that.",
        "Leave it as it is if only the app does.",
      ]),
    ErrorArticle(
      .intentNotEverywhere,
      what: "The camera capture intent is not in every program that needs it.",
      why: "The control names the intent, and the system looks for it in the program that it is "
        + "about to start. Where it is missing, the press does nothing, without a word. An intent "
        + "that lies in a library or package is not found: it has to be compiled into the app, the "
        + "capture extension and the control.",
      steps: [
        "Put the file with the intent into all three targets.",
        "Let it name no types of the app, so that it drags nothing along.",
      ]),
    ErrorArticle(
      .sharedCode,
      what: "An extension's program is many times as large as the smallest one of the app.",
      why: "A file that is shared by all targets drags in whatever its types use. On a phone an "
        + "extension of 560 kB grew to 31 MB that way, and took as much longer to start.",
      steps: [
        "Let shared files hold only what every target needs: the intent and its context.",
        "Put what belongs to the app behind a compilation condition.",
      ]),
    ErrorArticle(
      .controlNameDoubled,
      what: "The control's display name begins with the app's name.",
      why: "The system puts the app's name before every control's: people read it twice.",
      steps: ["Name the control for what it does: “Take a Photo”."]),
    ErrorArticle(
      .controlIcon,
      what: "The control's label shows something that is no symbol.",
      why: "Controls show symbol images only. A picture builds and runs, and the phone shows a "
        + "question mark in its place.",
      steps: [
        "Use `Label(\"…\", systemImage: \"camera\")`.",
        "For a symbol of your own, export a template with Apple's SF Symbols app and put `NAME.svg` "
          + "into the widget's bundle.",
        "`lockhost controls show CONTROL` says what is wrong with it.",
      ]),
    ErrorArticle(
      .orientations,
      what: "The supported interface orientations are wrong, or stand in the app alone.",
      why: "The key in the extension's own Info.plist is the only lock on its orientation. Values "
        + "that the system does not know are ignored.",
      steps: ["Repeat UISupportedInterfaceOrientations in the extension, with Apple's values."]),
    ErrorArticle(
      .minimumVersion,
      what: "MinimumOSVersion is no version, or lies before capture extensions.",
      why: "Capture extensions and controls came with 18.0. On an older system their constants do "
        + "not exist, and a program that touches one of them crashes.",
      steps: ["Write 18.0 in the extension's Info.plist."]),
    ErrorArticle(
      .noControl,
      what: "The app has a capture extension, and no control widget.",
      why: "Without a control nothing can stand on the lock screen, in Control Center or on the "
        + "Action button; only Camera Control starts the extension, if the person has chosen the app.",
      steps: ["Add a target with a `ControlWidget` whose button runs the capture intent."]),
    ErrorArticle(
      .activityTypeMissing,
      what: "The app does not list the activities that it continues.",
      why: "The extension opens its app with an activity, and the system looks in the app's "
        + "NSUserActivityTypes for what it takes.",
      steps: ["Add NSUserActivityTypes with NSUserActivityTypeLockedCameraCapture and your own."]),
    ErrorArticle(
      .executableWritable,
      what: "A program of the bundle may be changed by other users.",
      why: "Whoever can change it decides what runs in the sandbox with the app's permissions.",
      steps: ["Run `chmod go-w` on it."]),
  ]
}
