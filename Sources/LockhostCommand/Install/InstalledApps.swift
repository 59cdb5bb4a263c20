// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostSystem

/// The apps that are installed on a device: one folder each, named for the bundle identifier.
struct InstalledApps {
  let store: DeviceStore

  private var folder: String { store.path + "/apps" }

  /// Copies a bundle onto the device, in place of the one with its identifier.
  ///
  /// - Returns: The installed bundle.
  /// - Throws: What is wrong with the bundle; LH5308 for a link in it.
  func install(_ path: String) throws(CommandFailure) -> AppBundle {
    do {
      let bundle = try AppBundle.load(at: path)
      let place = FolderSwap(parent: folder, name: bundle.identifier + ".app")
      try place.perform { staging in
        try TreeCopy.copy(bundle.path, to: staging)
        _ = try AppBundle.load(at: staging)
      }
      return try AppBundle.load(at: place.path)
    } catch let failure as CommandFailure {
      throw failure
    } catch let error as DeviceError {
      throw CommandFailure(error)
    } catch {
      throw .badData(
        "LH6001", "\(path) cannot be installed: \(error.localizedDescription)",
        help: ["check that \(folder) is writable, and that its disk has room"])
    }
  }

  /// Every installed bundle, by identifier; one that cannot be loaded is said to be so.
  func all() throws(CommandFailure) -> [(
    identifier: String, bundle: Result<AppBundle, DeviceError>
  )] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .badData("LH6005", "\(folder) cannot be read: \(error.localizedDescription)")
    }
    return names.filter { $0.hasSuffix(".app") && !$0.hasPrefix(".") }.sorted().map { name in
      let bundle = Result { () throws(DeviceError) in try AppBundle.load(at: folder + "/" + name) }
      return (String(name.dropLast(".app".count)), bundle)
    }
  }

  /// Removes an app, its containers and contexts, and the answers about its permissions.
  ///
  /// The bundle leaves its place in one step, so nobody finds half of it.
  ///
  /// - Throws: LH1101 with the nearest identifier when there is no such app; LH5021 while it runs;
  ///   LH6015 with what could not be removed.
  func uninstall(_ identifier: String) throws(CommandFailure) {
    guard let name = FileName(identifier + ".app"), let own = FileName(identifier),
      let aside = FileName(".\(getpid())-\(identifier).removed")
    else { throw try notInstalled(identifier) }
    try refuseWhileRunning(identifier)
    let leftovers: Int?
    do throws(SystemError) {
      leftovers = try removeFolders(named: own, bundle: name, aside: aside)
    } catch {
      throw incomplete(identifier, "\(error.call): \(error.message)")
    }
    guard let leftovers else { throw try notInstalled(identifier) }
    guard leftovers == 0 else { throw incomplete(identifier, "\(leftovers) entries are left") }
    do throws(DeviceError) {
      try store.removeControls(of: identifier)
      try store.updateSettings { settings in
        settings.permissions[identifier] = nil
        if settings.cameraApplication == identifier { settings.cameraApplication = nil }
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// An installed bundle.
  func bundle(_ identifier: String) throws(CommandFailure) -> AppBundle {
    guard let found = try all().first(where: { $0.identifier == identifier }) else {
      throw try notInstalled(identifier)
    }
    do throws(DeviceError) {
      return try found.bundle.get()
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Removes the bundle and what the app has stored.
  ///
  /// - Returns: How many entries could not be removed; `nil` where there is no such bundle, or another
  ///   process has just taken it away.
  private func removeFolders(
    named own: FileName, bundle: FileName, aside: FileName
  ) throws(SystemError) -> Int? {
    let apps = try Directory.open(path: folder)
    do throws(SystemError) {
      try apps.move(bundle, to: apps, as: aside, replacing: false)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    var leftovers = try DirectoryTree.remove(aside, in: apps).leftoverCount
    for place in ["containers", "contexts"] {
      let folder = try Directory.open(path: store.path + "/" + place)
      leftovers += try DirectoryTree.remove(own, in: folder).leftoverCount
    }
    return leftovers
  }

  /// What a session of the app captures goes to the app's container when it ends.
  private func refuseWhileRunning(_ identifier: String) throws(CommandFailure) {
    let live: [SessionEntry]
    do throws(DeviceError) {
      live = try store.sessions.live()
    } catch {
      throw CommandFailure(error)
    }
    guard let session = live.first(where: { $0.record?.application == identifier }) else { return }
    throw CommandFailure(
      code: "LH5021", "\(identifier) runs, in session \(session.id)",
      help: ["end the session, and uninstall again"], exitStatus: ExitStatus.temporary)
  }

  private func incomplete(_ identifier: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      code: "LH6015", "\(identifier) cannot be removed whole: \(reason)",
      help: ["remove the cause and the rest in \(store.path)"], exitStatus: ExitStatus.badData)
  }

  private func notInstalled(_ identifier: String) throws(CommandFailure) -> CommandFailure {
    let near = Suggestion.nearest(to: identifier, among: try all().map(\.identifier))
    return .badData(
      "LH1101", "no app `\(identifier)` is installed on \(store.device)",
      help: near.map { ["did you mean `\($0)`?"] } ?? ["`lockhost list` shows what is installed"])
  }
}
