// SPDX-License-Identifier: MIT

import FoundationEssentials
import LockhostSystem

/// Everything that is stored of one device, and the only way to it.
///
/// Every write is whole or not there: beside, synced, renamed. Everything is reached from held
/// descriptors. Several processes may have the same device open.
public struct DeviceStore: Sendable {
  /// The state folder, which holds all devices.
  public let root: String
  /// The device's name.
  public let device: String
  /// The device's folder.
  public let path: String
  /// The device's sessions and their records.
  public let sessions: SessionStore
  /// What apps and extensions tell each other.
  public let contexts: ContextStore
  /// The folder of the photo library.
  ///
  /// It exists.
  public let photosPath: String

  let directory: Directory
  let users: UserPool?

  /// Says where the state is kept: `--set`, `$LOCKHOST_HOME`, `$XDG_STATE_HOME/lockhost`, or
  /// `~/.local/state/lockhost`, in this order.
  ///
  /// - Parameter set: The value of `--set`, if it was given.
  /// - Throws: `DeviceError` with `noHome` when nothing says where.
  public static func rootPath(
    set: String?, environment: [String: String]
  ) throws(DeviceError) -> String {
    if let path = StateFolder.path(set: set, environment: environment) { return path }
    throw DeviceError(
      .noHome, message: "neither $LOCKHOST_HOME, $XDG_STATE_HOME nor $HOME is set",
      fix: "set one of them, or name a folder with --set DIR")
  }

  /// Opens a device, making its folders if there are none.
  ///
  /// - Throws: `DeviceError` with `storeNotWritable`, `storeFull`, `storeNotPrivate`, `nameInvalid`.
  public static func open(
    root: String, device: String = "default"
  ) throws(DeviceError) -> DeviceStore {
    let name = try StoredName.folder(device, naming: "device")
    let root = StateFolder.absolute(root)
    let users = try? CurrentUser.isRoot ? UserPool(mapped: CurrentUser.mappedIdentifiers()) : nil
    return try DeviceError.storing("open the state folder", at: root) {
      () throws(SystemError) in
      try Directory.make(path: root, permissions: 0o700)
    }.opened(root: root, device: device, name: name, users: users)
  }

  fileprivate init(
    root: String, rootDirectory: Directory, device: String, name: FileName, users: UserPool?
  ) throws(DeviceError) {
    let path = root + "/devices/" + device
    let folders = try DeviceError.storing("make the device's folders", at: path) {
      () throws(SystemError) in
      let directory = try rootDirectory.directory(StoredName.devices, creating: 0o700)
        .directory(name, creating: 0o700)
      for name in [StoredName.apps, StoredName.containers, StoredName.photos] {
        _ = try directory.directory(name, creating: 0o700)
      }
      return (
        directory: directory,
        sessions: try directory.directory(StoredName.sessions, creating: 0o700),
        contexts: try directory.directory(StoredName.contexts, creating: 0o700),
        unfinished: try directory.directory(StoredName.unfinished, creating: 0o700),
        claims: try rootDirectory.directory(StoredName.users, creating: 0o700)
      )
    }
    self.root = root
    self.device = device
    self.path = path
    self.directory = folders.directory
    self.users = users
    sessions = SessionStore(
      path: path + "/sessions", directory: folders.sessions, device: device, users: users,
      claims: folders.claims, unfinished: folders.unfinished, locks: folders.directory)
    contexts = ContextStore(path: path + "/contexts", directory: folders.contexts)
    photosPath = path + "/photos"
  }
}

extension Directory {
  /// Checks that this state folder is the user's own, and opens a device in it.
  fileprivate func opened(
    root: String, device: String, name: FileName, users: UserPool?
  ) throws(DeviceError) -> DeviceStore {
    let facts = try DeviceError.storing("look at the state folder", at: root) {
      () throws(SystemError) in try self.facts()
    }
    guard facts.user == CurrentUser.identifier, facts.permissions & 0o022 == 0 else {
      throw DeviceError(
        .storeNotPrivate, path: root,
        message: facts.user == CurrentUser.identifier
          ? "others may write in the state folder"
          : "the state folder belongs to user \(facts.user), not to \(CurrentUser.identifier)",
        fix: facts.user == CurrentUser.identifier
          ? "run chmod go-w on it, or choose another with --set or $LOCKHOST_HOME"
          : "choose another with --set or $LOCKHOST_HOME")
    }
    return try DeviceStore(
      root: root, rootDirectory: self, device: device, name: name, users: users)
  }
}
