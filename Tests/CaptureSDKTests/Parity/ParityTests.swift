// SPDX-License-Identifier: MIT

import Foundation
import LockedCameraCapture
import LockhostTesting
import SwiftUI
import Testing

/// Docs/Parity.md against the compiled modules.
@Suite("Parity with Apple's modules", .timeLimit(.minutes(5)))
struct ParityTests {
  private struct Row {
    let path: String
    let declaration: String
    let isDerived: Bool
  }

  /// The rows of the page by module.
  private static func page() throws -> [String: [Row]] {
    var rows: [String: [Row]] = [:]
    var module = ""
    for line in try SourceTree.text("Docs/Parity.md").split(separator: "\n") {
      if line.hasPrefix("## ") { module = String(line.dropFirst(3)) }
      guard line.hasPrefix("| `") else { continue }
      let cells = line.split(separator: "`").map(String.init)
      try #require(cells.count >= 4, "\(line)")
      rows[module, default: []].append(
        Row(path: cells[1], declaration: cells[3], isDerived: line.hasSuffix("| derived |")))
    }
    return rows
  }

  private static let modules = [
    "LockedCameraCapture", "AppIntents", "WidgetKit", "ExtensionFoundation", "ExtensionKit",
    "FoundationUserActivity",
  ]

  @Test(
    "every symbol that Apple declares is in the compiled module, with Apple's signature",
    arguments: modules)
  func apple(module: String) async throws {
    let apple = try AppleDeclarations()
    let graph = try await SymbolGraph.of(module)
    for symbol in try #require(apple.symbols[module]) where !symbol.isDerived {
      let declarations = graph.declarations[symbol.path] ?? []
      #expect(
        declarations.contains(symbol.declaration),
        "Apple's \(module).\(symbol.path) is \(symbol.declaration), ours: \(declarations.sorted())")
    }
    for (path, protocols) in apple.conformances[module] ?? [:] {
      let ours = graph.conformances[path] ?? []
      #expect(protocols.isSubset(of: ours), "\(module).\(path): \(protocols), ours: \(ours)")
    }
  }

  @Test("the page has exactly what Apple declares", arguments: modules)
  func page(module: String) throws {
    let apple = try #require(try AppleDeclarations().symbols[module])
    let page = try #require(try Self.page()[module], "the page has nothing of \(module)")
    let rows = Set(page.map { "\($0.path): \(SymbolGraph.plain($0.declaration)) \($0.isDerived)" })
    let symbols = Set(apple.map { "\($0.path): \($0.declaration) \($0.isDerived)" })
    #expect(rows.subtracting(symbols).sorted() == [], "only on the page")
    #expect(symbols.subtracting(rows).sorted() == [], "missing on the page")
  }

  @Test(
    "every symbol of the page is in the compiled module, with the signature of the page",
    arguments: modules)
  func symbols(module: String) async throws {
    let rows = try #require(try Self.page()[module], "the page has nothing of \(module)")
    let graph = try await SymbolGraph.of(module)
    for row in rows where !row.isDerived {
      let declarations = try #require(
        graph.declarations[row.path], "\(module).\(row.path) is missing")
      #expect(
        declarations.contains(SymbolGraph.plain(row.declaration)),
        "\(module).\(row.path): \(declarations.sorted())")
    }
  }

  @Test("LockedCameraCapture has all of its 43 symbols, and no other type")
  func whole() async throws {
    let rows = try #require(try Self.page()["LockedCameraCapture"])
    #expect(rows.count == 43)
    #expect(rows.count { $0.isDerived } == 4)
    let graph = try await SymbolGraph.of("LockedCameraCapture")
    let types = Set(graph.declarations.keys.map { $0.split(separator: ".").first.map(String.init) })
    #expect(types == Set(rows.map { $0.path.split(separator: ".").first.map(String.init) }))
  }

  @Test("what the compiler derives, and the tool does not list, is there as well")
  func derived() throws {
    typealias Failure = LockedCameraCaptureSession.ApplicationLaunchError
    #expect(Failure.unknown == Failure.unknown)
    #expect(Failure.unknown.hashValue == Failure.unknown.hashValue)
    var hasher = Hasher()
    Failure.applicationNotFound.hash(into: &hasher)
    let scene: Any.Type = LockedCameraCaptureUIScene<EmptyView>.Body.self
    #expect("\(scene)".isEmpty == false)
  }
}
