// SPDX-License-Identifier: MIT

import Foundation
import LockhostConformance
import LockhostSandbox
import LockhostSystem
import LockhostTesting
import Synchronization

/// Spawners that have some of their calls answered as done and not done: a layer that is missing.
enum OmittingSpawner {
  private static let known = Mutex<[[SandboxChange]: (Spawner, ScratchFolder)]>([:])

  /// A spawner that leaves these calls out, made once for each list.
  ///
  /// Made under the lock: of two made at once, the first one's folder would go while it is in use.
  static func spawner(for changes: [SandboxChange]) throws -> Spawner {
    try known.withLock { known in
      if let (spawner, _) = known[changes] { return spawner }
      let made = try make(for: changes)
      known[changes] = made
      return made.0
    }
  }

  private static func make(for changes: [SandboxChange]) throws -> (Spawner, ScratchFolder) {
    let folder = try ScratchFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    // `lockhost-breaking-spawn` finds its weaknesses in the name of the link that it is started by.
    var weaknesses: [String] = []
    for case .weakens(let name) in changes { weaknesses.append(name) }
    if !weaknesses.isEmpty {
      let link = "spawn." + weaknesses.joined(separator: "+")
      return (try start("lockhost-breaking-spawn", as: link, in: folder), folder)
    }
    var lines = ["spawner \(try ProgramFolder.path(of: "lockhost-spawn"))"]
    for case .omits(let call, let argument, let value) in changes {
      lines.append("answer \(call) 0" + (argument.map { " \($0) \(value)" } ?? ""))
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "spawn.lines")
    return (try start("lockhost-testing-spawn", as: "spawn", in: folder), folder)
  }

  private static func start(
    _ program: String, as name: String, in folder: ScratchFolder
  ) throws -> Spawner {
    let link = folder.path(name)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try ProgramFolder.path(of: program))
    return try Spawner(programPath: link)
  }
}
