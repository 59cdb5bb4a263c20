// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

/// Docs/EnvironmentVariables.md against the code that makes a guest's environment.
@Suite("The page of environment variables") struct EnvironmentPageTests {
  @Test("lists exactly what a guest is given")
  func guest() throws {
    let page = try SourceTree.text("Docs/EnvironmentVariables.md")
    let section = try #require(page.split(separator: "## Given to a guest").last)
      .prefix { $0 != "#" }
    let documented = section.matches(of: /\n\| `([A-Z_]+)` \|/).map { String($0.1) }

    let source = try SourceTree.text("Sources/Lockhost/Session/GuestAssembly.swift")
    let start = try #require(source.range(of: "specification.environment = ["))
    let literal = source[start.upperBound...].prefix { $0 != "]" }
    let given =
      literal.matches(of: /"([A-Z_]+)":/).map { String($0.1) }
      + source.matches(of: /environment\["([A-Z_]+)"\] =/).map { String($0.1) }

    #expect(given.count >= 8)
    #expect(documented.sorted() == given.sorted())
  }
}
