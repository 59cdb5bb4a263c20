// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

/// Files in the repository that hold what the code makes.
enum Golden {
  /// Compares a text with a file; writes the file instead when `UPDATE_GOLDEN` is set.
  static func expect(
    _ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: URL(filePath: SourceTree.path(path)))
      return
    }
    let stored = try SourceTree.text(path)
    guard stored != text else { return }
    let pairs = zip(stored.split(separator: "\n"), text.split(separator: "\n"))
    let first = pairs.first { $0 != $1 }
    Issue.record(
      """
      \(path) is not what the code makes; UPDATE_GOLDEN=1 writes it anew. First difference:
      in the file: \(first?.0 ?? "its end")
      by the code: \(first?.1 ?? "its end")
      """, sourceLocation: sourceLocation)
  }
}
