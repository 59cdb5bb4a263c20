// SPDX-License-Identifier: MIT

import Foundation
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
      throw .badData("LH6001", "\(path) cannot be installed: \(error.localizedDescription)")
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
  /// - Throws: LH1101 with the nearest identifier when there is no such app.
  func uninstall(_ identifier: String) throws(CommandFailure) {
    guard let name = FileName(identifier + ".app"), let own = FileName(identifier),
      try all().contains(where: { $0.identifier == identifier })
    else { throw try notInstalled(identifier) }
    do throws(SystemError) {
      _ = try DirectoryTree.remove(name, in: Directory.open(path: folder))
      for place in ["containers", "contexts"] {
        _ = try DirectoryTree.remove(own, in: Directory.open(path: store.path + "/" + place))
      }
    } catch {
      throw CommandFailure(
        code: "LH6015", "\(identifier) cannot be removed whole: \(error.call): \(error.message)",
        help: ["remove the cause and uninstall again"], exitStatus: ExitStatus.badData)
    }
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

  private func notInstalled(_ identifier: String) throws(CommandFailure) -> CommandFailure {
    let near = Suggestion.nearest(to: identifier, among: try all().map(\.identifier))
    return .badData(
      "LH1101", "no app `\(identifier)` is installed on \(store.device)",
      help: near.map { ["did you mean `\($0)`?"] } ?? ["`lockhost list` shows what is installed"])
  }
}
