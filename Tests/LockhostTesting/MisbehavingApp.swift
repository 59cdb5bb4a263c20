// SPDX-License-Identifier: MIT

import Foundation

/// Apps whose capture extension misbehaves in one way each: see `Tests/Fixtures/Misbehaving`.
package enum MisbehavingApp {
  /// Makes an app with a behaviour in a test's own folder, and returns its path.
  ///
  /// Its files are hard links to the one that was built, copies where the file system wants that.
  package static func bundle(_ behaviour: String, in scratch: ScratchFolder) throws -> String {
    let original = try Fixtures.app("Misbehaving")
    // A behaviour may have a second word, which says more.
    let copy = scratch.path("\(behaviour.split(separator: " ").joined(separator: "-")).app")
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for entry in try FileManager.default.subpathsOfDirectory(atPath: original).sorted() {
      let from = "\(original)/\(entry)"
      let to = "\(copy)/\(entry)"
      var isFolder: ObjCBool = false
      _ = unsafe FileManager.default.fileExists(atPath: from, isDirectory: &isFolder)
      if isFolder.boolValue {
        try FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
      } else if (try? FileManager.default.linkItem(atPath: from, toPath: to)) == nil {
        try FileManager.default.copyItem(atPath: from, toPath: to)
      }
    }
    let name = "\(copy)/Extensions/MisbehavingCapture.appex/behaviour"
    try Data("\(behaviour)\n".utf8).write(to: URL(fileURLWithPath: name), options: .atomic)
    return copy
  }
}
