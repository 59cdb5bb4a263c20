// SPDX-License-Identifier: MIT

import Foundation

/// A folder of one test's own, gone when the last reference to it is.
package final class ScratchFolder: Sendable {
  /// Its absolute path, without symbolic links.
  package let path: String

  /// Makes an empty folder that only this user may enter.
  package init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let folder = parent.appendingPathComponent("lockhost-test-\(UUID().uuidString.prefix(13))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    path = folder.path
  }

  deinit {
    // A test may have made folders that cannot be entered; what stays then is in the temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the folder.
  package func path(_ relative: String) -> String { path + "/" + relative }

  /// Writes a file into the folder, makes the folders above it, and returns its path.
  @discardableResult
  package func write(_ text: String, to relative: String) throws -> String {
    let destination = path(relative)
    try FileManager.default.createDirectory(
      atPath: (destination as NSString).deletingLastPathComponent, withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: URL(fileURLWithPath: destination))
    return destination
  }

  /// Every file and folder below a folder of this one, as sorted relative paths.
  package func contents(of relative: String = "") -> [String] {
    let folder = relative.isEmpty ? path : path(relative)
    return (try? FileManager.default.subpathsOfDirectory(atPath: folder).sorted()) ?? []
  }
}
