// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting

/// The public declarations of a compiled module, as the toolchain's own tool reads them.
struct SymbolGraph {
  /// The declarations by path, such as `AppIntent.perform()`; overloads have one path.
  let declarations: [String: Set<String>]
  /// The protocols that types conform to, by path; those of other modules too, as far as they are
  /// named.
  let conformances: [String: Set<String>]

  /// Reads a module that was built beside these tests.
  static func of(_ module: String) async throws -> SymbolGraph {
    let folder = try ProgramFolder.path()
    let scratch = try ScratchFolder()
    let modules = folder + "/Modules"
    var arguments = [
      "-module-name", module, "-I", modules, "-target", target, "-output-dir", scratch.path,
      "-minimum-access-level", "public", "-module-cache-path", scratch.path("cache"),
    ]
    for name in ["CLinux", "CGuest"] {
      arguments += ["-Xcc", "-fmodule-map-file=\(folder)/\(name).build/module.modulemap"]
    }
    let run = try await ProgramRun.run("swift-symbolgraph-extract", arguments)
    guard let data = FileManager.default.contents(atPath: scratch.path("\(module).symbols.json"))
    else { throw Missing(module: module, output: run.output + run.errors) }
    struct File: Decodable {
      struct Symbol: Decodable {
        struct Fragment: Decodable { let spelling: String }
        struct Identifier: Decodable { let precise: String }
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]
      }
      struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
      }
      let symbols: [Symbol]
      let relationships: [Relationship]
    }
    var declarations: [String: Set<String>] = [:]
    let file = try JSONDecoder().decode(File.self, from: data)
    var paths: [String: String] = [:]
    for symbol in file.symbols {
      paths[symbol.identifier.precise] = symbol.pathComponents.joined(separator: ".")
      let text = symbol.declarationFragments.map(\.spelling).joined()
      declarations[symbol.pathComponents.joined(separator: "."), default: []].insert(plain(text))
    }
    var conformances: [String: Set<String>] = [:]
    for relationship in file.relationships where relationship.kind == "conformsTo" {
      guard let source = paths[relationship.source],
        let target = paths[relationship.target] ?? relationship.targetFallback
      else { continue }
      conformances[source, default: []].insert(String(target.split(separator: ".").last ?? ""))
    }
    return SymbolGraph(declarations: declarations, conformances: conformances)
  }

  /// A declaration without what says only where it runs and who may send it, and in one line.
  static func plain(_ declaration: String) -> String {
    var text = declaration
    for word in [
      "@MainActor ", "@preconcurrency ", "@Sendable ", "nonisolated(nonsending) ", "nonisolated ",
    ] {
      text = text.replacing(word, with: "")
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static var target: String {
    #if arch(arm64)
    "aarch64-unknown-linux-gnu"
    #else
    "x86_64-unknown-linux-gnu"
    #endif
  }

  struct Missing: Error {
    let module: String
    let output: String
  }
}
