// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A folder that goes with this object.
final class TemporaryFolder: Sendable {
  let path: String

  /// Makes a folder that only its owner may enter.
  ///
  /// - Parameter owner: Another user's id, as root.
  init(owner: UInt32? = nil) throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "lockhost-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    path = url.path
    if let owner { unsafe chown(path, owner, owner) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: String, _ content: String, mode: Int = 0o644) throws -> String {
    let file = path + "/" + name
    try Data(content.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  func contains(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + name)
  }
}
