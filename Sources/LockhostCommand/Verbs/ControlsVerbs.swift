// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice

/// `controls list`, `show`, `assign`, `press`: the gallery of controls, and the places they stand in.
enum ControlsVerbs {
  static func list(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let (gallery, slots) = try context.device { () throws(DeviceError) in
      (try store.controlGallery(), try store.settings().controlSlots ?? ControlSlots())
    }
    let record = GalleryRecord(
      items: gallery.flatMap { app in app.items.map { GalleryItem($0, slots) } },
      problems: gallery.flatMap { app in
        app.widgets.compactMap { widget in
          widget.problem.map { GalleryProblem(widget: widget.identifier, problem: $0) }
        }
      })
    for problem in record.problems {
      context.terminal.say(
        context.terminal.paint("warning", .warning) + ": "
          + FailureText.printable("\(problem.widget): \(problem.code): \(problem.message)"))
    }
    context.answer(record) {
      record.items.isEmpty
        ? ["no control is installed; `lockhost install X.app` installs an app with its controls"]
        : record.items.map { item in
          FailureText.printable(item.icon).padded(to: 20) + item.name.column(36)
            + item.kind.column(36) + item.places.joined(separator: ", ")
        }
    }
    return ExitStatus.success
  }

  static func show(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let (item, slots) = try context.device { () throws(DeviceError) in
      (
        try store.control(named: context.command.operands.first ?? ""),
        try store.settings().controlSlots ?? ControlSlots()
      )
    }
    let shown = GalleryItem(item, slots)
    context.answer(ControlRecord(control: shown)) {
      var lines = [
        FailureText.printable(item.name),
        "  kind     " + FailureText.printable(item.reference.kind),
        "  app      " + item.reference.application,
        "  widget   " + item.widget,
        "  icon     " + FailureText.printable(item.icon.text),
      ]
      if let problem = item.icon.problem {
        lines.append("           " + FailureText.printable(problem))
      }
      if !item.explanation.isEmpty {
        lines.append("  does     " + FailureText.printable(item.explanation))
      }
      let kind = item.isCapture ? "" : ", which opens no camera"
      lines.append("  intent   " + FailureText.printable(item.intent ?? "none") + kind)
      lines.append(
        "  stands   " + (shown.places.isEmpty ? "nowhere" : shown.places.joined(separator: ", ")))
      return lines
    }
    return ExitStatus.success
  }

  static func assign(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let words = context.command.operands
    let slot = try slot(words.first, context)
    let store = try context.openDevice()
    let item: ControlItem? =
      words.count < 2
      ? nil
      : try context.device { () throws(DeviceError) in try store.control(named: words[1]) }
    try context.device { () throws(DeviceError) in
      var isFull = false
      try store.updateSettings { settings in
        var slots = settings.controlSlots ?? ControlSlots()
        if let item {
          isFull = !slots.assign(item.reference, to: slot)
        } else {
          slots.clear(slot)
        }
        settings.controlSlots = slots
      }
      guard !isFull else {
        throw DeviceError(
          .controlSlotFull,
          message: "Control Center holds \(ControlSlots.controlCenterLimit) controls, and has them",
          fix: "empty it with `lockhost controls assign control-center`")
      }
    }
    let record = AssignmentRecord(
      slot: slot.rawValue, application: item?.reference.application, kind: item?.reference.kind)
    context.answer(record) {
      [
        item.map { "\(slot.title): \(FailureText.printable($0.name))" }
          ?? "\(slot.title): nothing"
      ]
    }
    return ExitStatus.success
  }

  static func press(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let words = context.command.operands
    var meaning = try LaunchMeaning(context)
    meaning.request.app = nil
    guard words.first != EntryPoint.cameraControl.rawValue else {
      meaning.request.entryPoint = .cameraControl
      return try await LaunchVerb.run(meaning, context)
    }
    let slot = try slot(words.first, context)
    let store = try context.openDevice()
    let control = try context.device { () throws(DeviceError) in
      try Self.control(words.count < 2 ? nil : words[1], in: slot, of: store)
    }
    meaning.request.entryPoint = slot.entryPoint
    meaning.request.app = control.application
    meaning.request.control = control
    return try await LaunchVerb.run(meaning, context)
  }

  /// The control that a press in a place means.
  private static func control(
    _ words: String?, in slot: ControlSlot, of store: DeviceStore
  ) throws(DeviceError) -> ControlReference {
    let there = (try store.settings().controlSlots ?? ControlSlots())[slot]
    let wanted: ControlReference? =
      if let words { try store.control(named: words).reference } else { nil }
    let matches = there.filter { wanted == nil || $0 == wanted }
    guard let match = matches.first else {
      throw DeviceError(
        .controlSlotEmpty,
        message: there.isEmpty
          ? "there is nothing at \(slot.title)" : "this control does not stand at \(slot.title)",
        fix: "put it there with `lockhost controls assign \(slot.rawValue) CONTROL`")
    }
    guard matches.count == 1 else {
      throw DeviceError(
        .controlSlotEmpty, message: "\(matches.count) controls stand at \(slot.title)",
        fix: "name the one that is pressed: "
          + matches.prefix(4).map(\.kind).joined(separator: ", "))
    }
    return match
  }

  private static func slot(
    _ word: String?, _ context: CommandContext
  ) throws(CommandFailure) -> ControlSlot {
    guard let slot = word.flatMap(ControlSlot.init(rawValue:)) else {
      throw .usage("LH5004", "there is no such place", verb: context.command.verb)
    }
    return slot
  }
}

/// A control as JSON has it.
private struct GalleryItem: Encodable {
  let name: String
  let application: String
  let widget: String
  let kind: String
  let explanation: String
  /// The symbol's name, or a question mark.
  let icon: String
  let iconProblem: String?
  let intent: String?
  let opensCamera: Bool
  let places: [String]

  init(_ item: ControlItem, _ slots: ControlSlots) {
    name = item.name
    application = item.reference.application
    widget = item.widget
    kind = item.reference.kind
    explanation = item.explanation
    icon = item.icon.text
    iconProblem = item.icon.problem
    intent = item.intent
    opensCamera = item.isCapture
    places = ControlSlot.allCases.filter { slots[$0].contains(item.reference) }.map(\.rawValue)
  }
}

/// A widget that offers nothing, and why.
private struct GalleryProblem: Encodable {
  let widget: String
  let code: String
  let message: String

  init(widget: String, problem: StoredControls.Problem) {
    self.widget = widget
    code = problem.code
    message = problem.message
  }
}

/// What `controls list --json` prints.
private struct GalleryRecord: Encodable {
  let schema = "lockhost.controls/1"
  let items: [GalleryItem]
  let problems: [GalleryProblem]
}

/// What `controls show --json` prints.
private struct ControlRecord: Encodable {
  let schema = "lockhost.control/1"
  let control: GalleryItem
}

/// What `controls assign --json` prints.
private struct AssignmentRecord: Encodable {
  let schema = "lockhost.assignment/1"
  let slot: String
  let application: String?
  let kind: String?
}
