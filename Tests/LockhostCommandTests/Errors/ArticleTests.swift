// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostTesting
import Testing

@testable import LockhostCommand

@Suite("Error articles")
struct ArticleTests {
  static let known = Set(ErrorArticle.all.map(\.code))

  @Test("every code that stands anywhere in Sources has an article")
  func sources() throws {
    let root = SourceTree.path("Sources")
    try #require(
      FileManager.default.fileExists(atPath: root), "the source tree is not at \(root)")
    for file in try FileManager.default.subpathsOfDirectory(atPath: root)
    where file.hasSuffix(".swift") || file.hasSuffix(".c") || file.hasSuffix(".h") {
      for match in try SourceTree.text("Sources/" + file).matches(of: /\bLH[0-9]{4}\b/) {
        #expect(Self.known.contains(String(match.0)), "\(file) has \(match.0)")
      }
    }
  }

  @Test("every code of the modules' tables has an article, under the same title")
  func tables() {
    let titles = Dictionary(uniqueKeysWithValues: ErrorArticle.all.map { ($0.code, $0.title) })
    for (code, title) in DeviceError.codes { #expect(titles[code] == title, "\(code)") }
    for code in ServiceError.Code.allCases { #expect(titles[code.name] == code.title) }
  }

  @Test("no code has two articles, and each belongs to a family and says something")
  func whole() {
    #expect(Self.known.count == ErrorArticle.all.count)
    for article in ErrorArticle.all {
      #expect(article.code.wholeMatch(of: /LH[0-9]{4}/) != nil)
      #expect(ErrorArticle.families.contains { article.code.hasPrefix($0.prefix) })
      #expect(!article.title.isEmpty && !article.title.hasSuffix("."), "\(article.code)")
      #expect(article.what.hasSuffix("."), "\(article.code)")
      #expect(article.why.hasSuffix("."), "\(article.code)")
      #expect(!article.steps.isEmpty, "\(article.code)")
    }
  }

  @Test("an article is found however its code is written", arguments: ["LH2001", "lh2001", "2001"])
  func lookup(typed: String) {
    #expect(ErrorArticle.article(typed)?.code == "LH2001")
  }

  @Test("Docs/Errors.md is what the articles say")
  func page() throws {
    try Golden.expect(ErrorsPage.markdown(), at: "Docs/Errors.md")
  }

  @Test("Docs/EntryPoints.md is what the matrix says")
  func entryPoints() throws {
    try Golden.expect(EntryPointsPage.markdown(), at: "Docs/EntryPoints.md")
  }
}
