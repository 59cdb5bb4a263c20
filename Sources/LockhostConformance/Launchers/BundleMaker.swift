// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem

/// OCI bundles for one run each: the runtime's own default configuration, with the probe as its program.
struct BundleMaker: Sendable {
  /// Where a bundle shows the probe.
  static let probeInside = "/lockhost-probe"

  private let configuration: Data
  private let probe: String

  /// Asks the runtime for its default configuration.
  ///
  /// - Throws: `ConformanceError.badLauncher` for a runtime that gives none.
  init(runtime: String, on ground: ProbeGround) throws(ConformanceError) {
    probe = ground.probe
    let folder: String
    do throws(SystemError) {
      folder = try ground.scratch.folder("bundle")
    } catch {
      throw .system(error)
    }
    guard let program = CommandSearch.find(runtime) else { throw .launcherMissing(runtime) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["spec"] + (CurrentUser.isRoot ? [] : ["--rootless"])
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      process.waitUntilExit()
      configuration = try Data(contentsOf: URL(filePath: folder + "/config.json"))
    } catch {
      throw .badLauncher(runtime, reason: "it gives no default configuration: \(error)")
    }
  }

  /// Makes a bundle in a run's folder.
  ///
  /// - Returns: Its path.
  func bundle(in folder: String, arguments: [String]) throws(SystemError) -> String {
    do {
      guard
        var root = try JSONSerialization.jsonObject(with: configuration) as? [String: Any],
        var process = root["process"] as? [String: Any]
      else { throw SystemError(call: "config.json", code: EINVAL) }
      process["args"] = [Self.probeInside] + arguments
      process["terminal"] = false
      process["cwd"] = "/tmp"
      root["process"] = process
      root["root"] = ["path": folder + "/rootfs", "readonly": true]
      root["mounts"] =
        (root["mounts"] as? [[String: Any]] ?? []) + [
          [
            "destination": Self.probeInside, "source": probe, "type": "bind",
            "options": ["bind", "ro"],
          ],
          ["destination": "/tmp", "source": "tmpfs", "type": "tmpfs", "options": ["mode=1777"]],
        ]
      for name in ["/rootfs/tmp", "/rootfs/proc", "/rootfs/dev", "/rootfs/sys"] {
        try FileManager.default.createDirectory(
          atPath: folder + name, withIntermediateDirectories: true)
      }
      try Data().write(to: URL(filePath: folder + "/rootfs/lockhost-probe"))
      try JSONSerialization.data(withJSONObject: root).write(
        to: URL(filePath: folder + "/config.json"))
    } catch let error as SystemError {
      throw error
    } catch {
      throw SystemError(call: "config.json", code: EIO)
    }
    return folder
  }
}
