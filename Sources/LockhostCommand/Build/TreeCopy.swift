// SPDX-License-Identifier: MIT

import Foundation

/// Copies folders of a bundle: files and folders, and nothing that could lead elsewhere.
enum TreeCopy {
  private static let pieceBytes = 1 << 20

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
    case .file: try copyFile(source, to: target)
    case .other: throw CommandFailure.badData("LH5308", "\(source) is neither a file nor a folder")
    case nil: break
    }
  }

  /// Copies a file in large pieces, with its mode and its time.
  ///
  /// Ordinary ways to copy hand one page at a time to the file system, and in such pieces the file then
  /// lies in memory: a program of 80 MB takes a millisecond longer to start, and as long to end.
  private static func copyFile(_ source: String, to target: String) throws {
    let facts = try FileManager.default.attributesOfItem(atPath: source)
    guard FileManager.default.createFile(atPath: target, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let reading = try FileHandle(forReadingFrom: URL(filePath: source))
    let writing = try FileHandle(forWritingTo: URL(filePath: target))
    while let piece = try reading.read(upToCount: pieceBytes), !piece.isEmpty {
      try writing.write(contentsOf: piece)
    }
    try writing.close()
    try reading.close()
    try FileManager.default.setAttributes(
      facts.filter { [.posixPermissions, .modificationDate].contains($0.key) }, ofItemAtPath: target
    )
  }
}
