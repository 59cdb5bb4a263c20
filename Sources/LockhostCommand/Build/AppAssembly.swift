// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostSystem

/// Puts an app together in a folder of its own, and then in its place at once.
struct AppAssembly {
  let layout: AppLayout
  /// The package's name, of which the names of resource folders are made.
  let package: String
  /// The names of all executable targets, whose resources are theirs alone.
  let targets: Set<String>
  /// The folder that gets the .app.
  let output: String

  private var place: FolderSwap { FolderSwap(parent: output, name: layout.app.target + ".app") }

  /// The .app's path.
  var path: String { place.path }

  /// Sees to it that the app can be written where it is to go, before a build that takes minutes.
  ///
  /// - Throws: LH5309.
  func prepareOutput() throws(CommandFailure) {
    if let facts = PathFacts(path) {
      guard facts.kind == .folder, PathFacts(path + "/Info.plist") != nil else {
        throw .badData(
          "LH5309", "\(path) is there and is no app", help: ["move it away, or use another `-o`"])
      }
    }
    do {
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    } catch {
      throw unwritable("\(output) is no folder and cannot be made one")
    }
    guard FileManager.default.isWritableFile(atPath: output) else {
      throw unwritable("\(output) is not writable")
    }
  }

  private func unwritable(_ message: String) -> CommandFailure {
    .badData("LH5309", message, help: ["name a folder of your own with `-o`"])
  }

  /// Assembles the app, has it judged as a launch would, and replaces the one that is there.
  ///
  /// Programs are hard links where that is possible: the linker never writes into a file that has
  /// its name already, it removes it first.
  ///
  /// - Parameter programs: The folder with the programs.
  /// - Throws: LH5308 for a link in the resources, LH5309 when the output cannot be written.
  func assemble(from programs: String) throws(CommandFailure) {
    do {
      try place.perform { staging in
        try fill(layout.app, from: programs, at: staging)
        for manifest in layout.extensions {
          let name = manifest.target + ".appex"
          try fill(
            manifest, from: programs, at: staging + "/" + manifest.kind.folder + "/" + name)
        }
        _ = try AppBundle.load(at: staging)
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch let error as DeviceError {
      throw CommandFailure(error)
    } catch {
      throw unwritable("\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  private func fill(
    _ manifest: TargetManifest, from programs: String, at folder: String
  ) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try manifest.contents.write(to: URL(filePath: folder + "/Info.plist"))
    try link(programs + "/" + manifest.program, at: folder + "/" + manifest.program)
    for name in try FileManager.default.contentsOfDirectory(atPath: programs)
    where name.hasSuffix(".resources") && isOf(manifest, resources: name) {
      try TreeCopy.copy(programs + "/" + name, to: folder + "/" + name)
    }
  }

  /// Whether a resource folder belongs to a target: its own, or that of a library, which every
  /// program may use.
  private func isOf(_ manifest: TargetManifest, resources name: String) -> Bool {
    let stem = name.dropLast(".resources".count)
    guard stem.hasPrefix(package + "_") else { return true }
    let target = String(stem.dropFirst(package.count + 1))
    return target == manifest.target || !targets.contains(target)
  }

  private func link(_ source: String, at target: String) throws {
    guard unsafe Glibc.link(source, target) != 0 else { return }
    try FileManager.default.copyItem(atPath: source, toPath: target)
  }
}
