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
  static func spawner(for changes: [SandboxChange]) throws -> Spawner {
    if let (spawner, _) = known.withLock({ $0[changes] }) { return spawner }
    for case .weakens(let name) in changes { return try weak(name, for: changes) }
    let folder = try ScratchFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let link = folder.path("spawn")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try ProgramFolder.path(of: "lockhost-testing-spawn"))
    var lines = ["spawner \(try ProgramFolder.path(of: "lockhost-spawn"))"]
    for case .omits(let call, let argument, let value) in changes {
      lines.append("answer \(call) 0" + (argument.map { " \($0) \(value)" } ?? ""))
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "spawn.lines")
    let spawner = try Spawner(programPath: link)
    known.withLock { $0[changes] = (spawner, folder) }
    return spawner
  }

  /// `lockhost-breaking-spawn` finds its weakness in the name of the link that it is started by.
  private static func weak(_ name: String, for changes: [SandboxChange]) throws -> Spawner {
    let folder = try ScratchFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let link = folder.path("spawn.\(name)")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try ProgramFolder.path(of: "lockhost-breaking-spawn"))
    let spawner = try Spawner(programPath: link)
    known.withLock { $0[changes] = (spawner, folder) }
    return spawner
  }
}
