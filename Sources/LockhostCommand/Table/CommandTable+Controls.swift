// SPDX-License-Identifier: MIT

import LockhostDevice

extension CommandTable {
  private static let places = ControlSlot.allCases.map(\.rawValue)

  /// What `launch` and `controls press` have in common.
  private static let pressFlags: [Flag] =
    runVerbs.first { $0.name == "launch" }?.flags.filter { $0.name != "from" } ?? []

  static let controlVerbs: [Verb] = [
    Verb(
      "controls list", .device, "list the controls that installed apps offer",
      """
      Lists the gallery: each control with its icon, its name with the app's before it, its kind, and \
      where it stands. What is shown is what the app's control widget answered when the app was \
      installed; it changes when the app is installed again. A control whose icon is no symbol shows \
      a question mark.
      """,
      examples: [.init("Look at the gallery", "lockhost controls list")]),
    Verb(
      "controls show", .device, operands: [.init("CONTROL", .text("CONTROL"))],
      "show one control, and why its icon is a question mark",
      """
      Shows a control: its name, kind, icon, intent, and where it stands. CONTROL is a kind, or \
      APP/KIND where two apps have one of the same kind.
      """,
      examples: [
        .init("Why the question mark?", "lockhost controls show org.example.camera.open")
      ]),
    Verb(
      "controls assign", .device,
      operands: [
        .init("PLACE", .choice(places)), .init("CONTROL", .text("CONTROL"), isOptional: true),
      ],
      "put a control into a place of the device",
      """
      Puts a control into a place of the device: in Control Center beside the others, elsewhere in \
      place of what stood there. Without CONTROL, the place is emptied.
      """,
      examples: [
        .init(
          "Put it at the left of the lock screen",
          "lockhost controls assign lock-screen-left org.example.camera.open"),
        .init("Take it away again", "lockhost controls assign lock-screen-left"),
      ]),
    Verb(
      "controls press", .device,
      operands: [
        .init("PLACE", .choice(places + ["camera-control"])),
        .init("CONTROL", .text("CONTROL"), isOptional: true),
      ],
      flags: pressFlags, "press a control, or the Camera Control button",
      """
      Presses what stands in a place, and starts what the device decides: the capture extension, the \
      app, or nothing, with a record that says why. CONTROL is needed in Control Center where several \
      stand. The flags are those of `launch`.
      """,
      examples: [
        .init(
          "Press it on the locked device",
          "lockhost controls press lock-screen-left --locked --do 'wait ready; dismiss'")
      ]),
  ]
}
