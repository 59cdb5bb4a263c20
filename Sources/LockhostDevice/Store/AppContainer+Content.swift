// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// What extensions left for the app and the app has not let go of.
extension AppContainer {
  /// The folders that were handed over, by name, oldest session first.
  ///
  /// The container is the app's, so what stands there may be anything: only real folders count.
  public func sessionContent() throws(DeviceError) -> [String] {
    try DeviceError.storing("list the session content", at: path) { () throws(SystemError) in
      guard let content = try openContent() else { return [] }
      var folders: [String] = []
      for name in try content.names() {
        guard let text = name.text, try content.facts(of: name).kind == .directory else { continue }
        folders.append(text)
      }
      return folders.sorted()
    }
  }

  /// Removes one of the folders of ``sessionContent()``.
  ///
  /// - Throws: `DeviceError` with `wipeIncomplete` when something in it stayed.
  public func removeSessionContent(_ text: String) throws(DeviceError) {
    let name = try StoredName.folder(text, naming: "session")
    let removal = try DeviceError.storing("remove session content", at: path) {
      () throws(SystemError) -> DirectoryTree.Removal? in
      guard let content = try openContent() else { return nil }
      return try DirectoryTree.remove(name, in: content)
    }
    if let removal {
      try SessionFolder.check(removal, path: "\(path)/\(Self.sessionContentName)/\(text)")
    }
  }

  private func openContent() throws(SystemError) -> Directory? {
    do throws(SystemError) {
      return try directory.directory(StoredName.sessionContent)
    } catch {
      // ELOOP and ENOTDIR: the app has put a link or a file in the folder's place.
      guard [ENOENT, ELOOP, ENOTDIR].contains(error.code) else { throw error }
      return nil
    }
  }
}
