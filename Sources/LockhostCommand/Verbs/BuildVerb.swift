// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem

/// `build`: an author's package becomes an .app.
enum BuildVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let command = context.command
    let package = absolute(command.operands.first ?? ".")
    let builder = PackageBuilder(
      package: package, configuration: command.value("configuration") ?? "release",
      stripsSymbols: command.has("strip"), terminal: context.terminal,
      environment: context.environment)
    let description = try builder.describe()
    // What is wrong with the property lists is said before a build that takes minutes.
    let layout = try AppLayout(description)
    let assembly = AppAssembly(
      layout: layout, package: description.name,
      targets: Set(description.executables.map(\.name)),
      output: command.value("output").map(absolute) ?? package)
    try assembly.prepareOutput()
    try assembly.assemble(from: try builder.build())
    let record = BuildRecord(assembly)
    context.answer(record) { [assembly.path] }
    for bundle in record.bundles {
      context.terminal.say("  \(bundle.kind)  \(bundle.identifier)  \(bundle.bytes >> 20) MB")
    }
    return ExitStatus.success
  }

  /// The path from the root, without what says nothing; one that leads nowhere where the working
  /// folder was removed.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : WorkingFolder.path + "/" + path
    return URL(filePath: whole).standardizedFileURL.path(percentEncoded: false).droppingLastSlash
  }
}

extension String {
  fileprivate var droppingLastSlash: String {
    count > 1 && hasSuffix("/") ? String(dropLast()) : self
  }
}

/// What `build --json` prints.
private struct BuildRecord: Encodable {
  struct Bundle: Encodable {
    let kind: String
    let identifier: String
    let path: String
    let bytes: Int
  }

  let schema = "lockhost.build/1"
  let path: String
  let bundles: [Bundle]

  init(_ assembly: AppAssembly) {
    path = assembly.path
    bundles = ([assembly.layout.app] + assembly.layout.extensions).map { manifest in
      let folder =
        manifest.kind == .app
        ? assembly.path
        : "\(assembly.path)/\(manifest.kind.folder)/\(manifest.target).appex"
      return Bundle(
        kind: manifest.kind.rawValue, identifier: manifest.identifier, path: folder,
        bytes: PathFacts("\(folder)/\(manifest.program)")?.bytes ?? 0)
    }
  }
}
