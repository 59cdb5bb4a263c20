// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem

/// The file that `--json-output` names: opened for its folder at the start, written at the end.
struct RecordFile: Sendable {
  private let path: String
  private let folder: Directory
  private let name: FileName

  /// Finds the folder, so that a wrong path is known before a session and not after.
  ///
  /// - Throws: LH5008.
  init(path: String) throws(CommandFailure) {
    self.path = path
    let url = URL(filePath: path)
    guard let name = FileName(url.lastPathComponent) else {
      throw .usage("LH5008", "`\(path)` is no path of a file", help: ["name a file"])
    }
    self.name = name
    do throws(SystemError) {
      folder = try Directory.open(
        path: url.deletingLastPathComponent().standardizedFileURL.path(percentEncoded: false))
    } catch {
      throw .usage(
        "LH5008", "the record cannot be written to \(path): \(error.message)",
        help: ["make its folder first"])
    }
  }

  /// Writes the record whole, or not at all.
  func write(_ line: String) throws(CommandFailure) {
    do throws(SystemError) {
      try AtomicFile.write(Array((line + "\n").utf8), to: name, in: folder, permissions: 0o644)
    } catch {
      throw CommandFailure(
        code: "LH5008", "the record cannot be written to \(path): \(error.message)",
        help: ["it is stored with the session: `lockhost sessions show last --json`"],
        exitStatus: ExitStatus.badData)
    }
  }
}
