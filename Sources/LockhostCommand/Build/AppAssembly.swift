// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem

/// Puts an app together in a folder of its own, and then in its place at once.
struct AppAssembly {
  let layout: AppLayout
  /// Where the programs are.
  let programs: String
  /// The package's name, of which the names of resource folders are made.
  let package: String
  /// The names of all executable targets, whose resources are theirs alone.
  let targets: Set<String>
  /// The folder that gets the .app.
  let output: String

  /// The .app's path.
  var path: String { output + "/" + layout.app.target + ".app" }

  /// Assembles the app and replaces the one that is there.
  ///
  /// Programs are hard links where that is possible: the linker never writes into a file that has
  /// its name already, it removes it first.
  ///
  /// - Throws: LH5308 for a link in the resources, LH5309 when the output cannot be written.
  func assemble() throws(CommandFailure) {
    try checkPlace()
    let staging = output + "/.\(layout.app.target).app.\(getpid())"
    do {
      try FileManager.default.createDirectory(
        atPath: output, withIntermediateDirectories: true)
      try remove(staging)
      try fill(layout.app, at: staging)
      for manifest in layout.extensions {
        let name = manifest.target + ".appex"
        try fill(manifest, at: staging + "/" + manifest.kind.folder + "/" + name)
      }
      try replace(with: staging)
    } catch let failure as CommandFailure {
      discard(staging)
      throw failure
    } catch {
      discard(staging)
      throw .badData("LH5309", "\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  private func checkPlace() throws(CommandFailure) {
    guard let facts = PathFacts(path) else { return }
    guard facts.kind == .folder, exists(path + "/Info.plist") else {
      throw .badData(
        "LH5309", "\(path) is there and is no app", help: ["move it away, or use another `-o`"])
    }
  }

  private func fill(_ manifest: TargetManifest, at folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try manifest.contents.write(to: URL(filePath: folder + "/Info.plist"))
    try place(programs + "/" + manifest.program, at: folder + "/" + manifest.program)
    for name in try FileManager.default.contentsOfDirectory(atPath: programs)
    where name.hasSuffix(".resources") && isOf(manifest, resources: name) {
      try copyTree(programs + "/" + name, to: folder + "/" + name)
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

  private func copyTree(_ source: String, to target: String) throws {
    switch PathFacts(source)?.kind {
    case .link: throw CommandFailure.symbolicLink(source)
    case .folder:
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      for name in try FileManager.default.contentsOfDirectory(atPath: source).sorted() {
        try copyTree(source + "/" + name, to: target + "/" + name)
      }
    case .file: try FileManager.default.copyItem(atPath: source, toPath: target)
    case .other, nil: break
    }
  }

  private func place(_ source: String, at target: String) throws {
    guard unsafe link(source, target) != 0 else { return }
    try FileManager.default.copyItem(atPath: source, toPath: target)
  }

  private func replace(with staging: String) throws {
    guard exists(path) else {
      try FileManager.default.moveItem(atPath: staging, toPath: path)
      return
    }
    let old = staging + ".old"
    try FileManager.default.moveItem(atPath: path, toPath: old)
    do {
      try FileManager.default.moveItem(atPath: staging, toPath: path)
    } catch {
      try FileManager.default.moveItem(atPath: old, toPath: path)
      throw error
    }
    discard(old)
  }

  /// Removes what this build itself has made or moved away.
  ///
  /// A remainder is hidden by its name and does no harm, so the failure that led here is the one
  /// that is reported.
  private func discard(_ folder: String) { _ = try? remove(folder) }

  private func remove(_ folder: String) throws(SystemError) {
    guard let name = FileName(URL(filePath: folder).lastPathComponent) else { return }
    _ = try DirectoryTree.remove(name, in: Directory.open(path: output))
  }

  private func exists(_ path: String) -> Bool { PathFacts(path) != nil }
}
