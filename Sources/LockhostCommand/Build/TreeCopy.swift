// SPDX-License-Identifier: MIT

import Foundation

/// Copies folders of a bundle: files and folders, and nothing that could lead elsewhere.
enum TreeCopy {
  /// Copies a folder, or a single file.
  ///
  /// - Throws: LH5308 for a symbolic link; whatever the file system refuses.
  static func copy(_ source: String, to target: String) throws {
    switch PathFacts(source)?.kind {
    case .link: throw CommandFailure.symbolicLink(source)
    case .folder:
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      for name in try FileManager.default.contentsOfDirectory(atPath: source).sorted() {
        try copy(source + "/" + name, to: target + "/" + name)
      }
    case .file: try FileManager.default.copyItem(atPath: source, toPath: target)
    case .other: throw CommandFailure.badData("LH5308", "\(source) is neither a file nor a folder")
    case nil: break
    }
  }
}
