// SPDX-License-Identifier: MIT

import LockhostSystem

extension DeviceStore {
  /// Lets the users of root's guests pass through the state folder to what is theirs in it.
  ///
  /// For tier `floor`, in which a guest walks the machine's own paths. They may pass and not list, and
  /// what they come to is closed to all but its own user. Does nothing for an ordinary user, whose
  /// guests are that user.
  ///
  /// The folders above the state folder are the person's; `LH3002` says so where they are closed.
  ///
  /// - Parameter contentPath: The session content that a guest is to reach.
  /// - Throws: `DeviceError` with `storeNotWritable`.
  public func letGuestsPass(to contentPath: String?) throws(DeviceError) {
    guard CurrentUser.isRoot else { return }
    try DeviceError.storing("open the way for a guest", at: path) { () throws(SystemError) in
      let top = try Directory.open(path: root)
      var folders = [
        top, try top.directory(StoredName.devices), directory,
        try directory.directory(StoredName.apps), try directory.directory(StoredName.containers),
        try directory.directory(StoredName.sessions),
      ]
      if let contentPath {
        let parts = contentPath.split(separator: "/").dropLast()
        folders.append(try Directory.open(path: parts.map { "/" + $0 }.joined()))
      }
      for folder in folders {
        let permissions = try folder.facts().permissions
        if permissions & 0o001 == 0 { try folder.setPermissions(permissions | 0o011) }
      }
    }
  }
}
