// SPDX-License-Identifier: MIT

import Foundation

/// The source tree, for tests that read a file of it.
package enum SourceTree {
  /// Its root: where these tests were compiled, unless `LOCKHOST_SOURCE_ROOT` says that it has moved.
  package static let root: String =
    ProcessInfo.processInfo.environment["LOCKHOST_SOURCE_ROOT"]
    ?? URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The path of a file or folder of the tree.
  package static func path(_ relative: String) -> String { root + "/" + relative }

  /// The text of a file of the tree.
  package static func text(_ relative: String) throws -> String {
    try String(contentsOfFile: path(relative), encoding: .utf8)
  }
}
