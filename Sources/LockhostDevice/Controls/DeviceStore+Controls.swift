// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

extension DeviceStore {
  /// The largest file of answers that is read.
  private static let controlsLimit = 1 << 20

  /// Stores what an app's control widgets answered, in place of what they answered before.
  ///
  /// The icons are decided here, from the bundle as it is now.
  ///
  /// - Returns: The answers as they are stored.
  @discardableResult
  public func setControls(
    _ widgets: [StoredControls.Widget], of app: AppBundle
  ) throws(DeviceError) -> StoredControls {
    let answers = StoredControls(
      application: app.identifier, applicationName: app.name,
      widgets: widgets.map { $0.withIcons(from: app) })
    let (name, file) = try controlsFile(of: app.identifier)
    let bytes: [UInt8]
    do {
      bytes = try StoredJSON.encode(answers, pretty: true)
    } catch {
      throw DeviceError(
        .settingsCorrupt, path: file, message: "the controls cannot be written as JSON",
        fix: "report this as a bug in lockhost")
    }
    try DeviceError.storing("store the app's controls", at: file) { () throws(SystemError) in
      try AtomicFile.write(bytes, to: name, in: controlsDirectory())
    }
    return answers
  }

  /// What an installed app's control widgets answered; nil for an app that has none, or was installed
  /// by an older lockhost.
  public func controls(of application: String) throws(DeviceError) -> StoredControls? {
    let (name, file) = try controlsFile(of: application)
    let bytes: [UInt8]
    do {
      bytes = try AtomicFile.read(
        name, in: controlsDirectory(), maximumBytes: Self.controlsLimit)
    } catch let error where error.code == ENOENT {
      return nil
    } catch {
      throw .store(error, path: file, doing: "read the app's controls")
    }
    do {
      return try StoredJSON.decode(StoredControls.self, from: bytes)
    } catch {
      throw DeviceError(
        .settingsCorrupt, path: file,
        message: "the app's stored controls cannot be read (\(Self.reason(error)))",
        fix: "install the app again")
    }
  }

  /// Every control in the gallery, by app.
  public func controlGallery() throws(DeviceError) -> [StoredControls] {
    let names = try DeviceError.storing("list the controls", at: path + "/controls") {
      () throws(SystemError) in try controlsDirectory().names()
    }
    var gallery: [StoredControls] = []
    for name in names {
      guard let text = name.text, text.hasSuffix(".json"), !text.hasPrefix(".") else { continue }
      if let answers = try controls(of: String(text.dropLast(5))) { gallery.append(answers) }
    }
    return gallery.sorted { $0.application < $1.application }
  }

  /// Forgets an app's controls, in the gallery and in every place of the device.
  public func removeControls(of application: String) throws(DeviceError) {
    let (name, file) = try controlsFile(of: application)
    try DeviceError.storing("remove the app's controls", at: file) { () throws(SystemError) in
      try controlsDirectory().unlinkIfPresent(name)
    }
    try updateSettings { $0.controlSlots?.remove(application: application) }
  }

  /// Finds a control by its kind, or by `APP/KIND` where two apps have one of that kind.
  ///
  /// - Throws: `DeviceError` with `controlNotFound` for none or several.
  public func control(named words: String) throws(DeviceError) -> ControlItem {
    let items = try controlGallery().flatMap(\.items)
    let matches = items.filter {
      $0.reference.kind == words || "\($0.reference.application)/\($0.reference.kind)" == words
    }
    guard let match = matches.first, matches.count == 1 else {
      throw DeviceError(
        .controlNotFound,
        message: matches.isEmpty
          ? "no control is called “\(words)”" : "\(matches.count) apps have a control “\(words)”",
        fix: matches.isEmpty
          ? "`lockhost controls list` shows what installed apps offer"
          : "write APP/KIND, such as \(matches[0].reference.application)/\(words)")
    }
    return match
  }

  private func controlsDirectory() throws(SystemError) -> Directory {
    try directory.directory(StoredName.controls, creating: 0o700)
  }

  private func controlsFile(of application: String) throws(DeviceError) -> (FileName, String) {
    let name = try StoredName.folder(application + ".json", naming: "bundle")
    return (name, "\(path)/controls/\(application).json")
  }
}

extension StoredControls.Widget {
  /// The same widget with the icons that its bundle gives its controls now.
  public func withIcons(from app: AppBundle) -> StoredControls.Widget {
    let path = app.extensions.first { $0.identifier == identifier }?.path
    var widget = self
    for index in controls.indices {
      let control = controls[index]
      widget.controls[index].icon = ControlIcon(
        symbol: control.symbol, picture: control.picture
      ) { name in path.flatMap { Self.file(name, in: $0) } }
    }
    return widget
  }

  /// A file of a widget's bundle, as far as a symbol may be large.
  private static func file(_ name: String, in bundle: String) -> [UInt8]? {
    guard let name = FileName(name), let directory = try? Directory.open(path: bundle) else {
      return nil
    }
    return try? AtomicFile.read(
      name, in: directory, maximumBytes: SymbolTemplate.maximumBytes + 1)
  }
}
