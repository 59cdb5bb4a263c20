// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

/// The documents say what the source says.
@Suite("Documents")
struct DocumentTests {
  static let documents: [String] = {
    var found = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    for folder in ["Docs", "Examples", "Plugins", "Benchmarks"] {
      let entries = try? FileManager.default.subpathsOfDirectory(atPath: SourceTree.path(folder))
      found += (entries ?? []).filter { $0.hasSuffix(".md") && !$0.contains(".build/") }
        .map { "\(folder)/\($0)" }
    }
    return found.filter { FileManager.default.fileExists(atPath: SourceTree.path($0)) }.sorted()
  }()

  @Test("Swift in them is an extract of a file in Examples", arguments: documents)
  func extracts(document: String) throws {
    var source: String?
    var block: [Substring]?
    for line in try SourceTree.text(document).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if let marker = line.firstMatch(of: /<!-- extract: (\S+) -->/) {
        source = String(marker.1)
      } else if block == nil, line == "```swift" {
        block = []
      } else if let lines = block, line == "```" {
        let path = try #require(
          source, "\(document): Swift that is no extract: \(lines.first ?? "")")
        #expect(path.hasPrefix("Examples/"))
        let text = lines.joined(separator: "\n")
        #expect(
          try SourceTree.text(path).contains(text + "\n"),
          "\(document): not to be found in \(path):\n\(text)")
        (block, source) = (nil, nil)
      } else {
        block?.append(line)
      }
    }
    #expect(block == nil, "\(document): a block does not end")
  }

  @Test("links in them lead to files", arguments: documents)
  func links(document: String) throws {
    let folder = (SourceTree.path(document) as NSString).deletingLastPathComponent
    for match in try SourceTree.text(document).matches(of: /\]\(([^)#\s]+)[^)]*\)/) {
      let target = String(match.1)
      guard !target.contains("://") else { continue }
      let path = "\(folder)/\(target)"
      // In a copy of the tree that has only what tests read, source folders are not there.
      guard FileManager.default.fileExists(atPath: SourceTree.path("Sources")) else { continue }
      #expect(FileManager.default.fileExists(atPath: path), "\(document) links to \(target)")
    }
  }

  @Test("what an author writes imports Apple's modules only")
  func authorsImports() throws {
    let apples: Set = [
      "AVFoundation", "AVKit", "AppIntents", "ExtensionFoundation", "ExtensionKit", "Foundation",
      "LockedCameraCapture", "Photos", "SwiftUI", "WidgetKit",
    ]
    let packages = ["Plugins/CameraSample", "Examples/TinyCapture"]
      .filter { FileManager.default.fileExists(atPath: SourceTree.path($0)) }
    for package in packages {
      let root = SourceTree.path("\(package)/Sources")
      let files = try FileManager.default.subpathsOfDirectory(atPath: root)
        .filter { $0.hasSuffix(".swift") }
      #expect(!files.isEmpty)
      for file in files {
        let text = try SourceTree.text("\(package)/Sources/\(file)")
        #expect(!text.contains("#if"), "\(file) asks where it is compiled")
        for match in text.matches(of: /(?m)^import (\w+)/) {
          #expect(apples.contains(String(match.1)), "\(file) imports \(match.1)")
        }
      }
    }
  }
}
