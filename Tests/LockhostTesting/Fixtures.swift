// SPDX-License-Identifier: MIT

import Foundation

/// The bundles that `Scripts/build-fixtures` builds before the tests run.
package enum Fixtures {
  /// Where they are.
  package static let folder: String =
    ProcessInfo.processInfo.environment["LOCKHOST_FIXTURES"] ?? SourceTree.path(".build/fixtures")

  /// Whether a test that needs one should run.
  ///
  /// Where `CI` is set it always should, and fails if there is none: nothing is skipped there.
  package static func areBuilt(_ names: String...) -> Bool {
    ProcessInfo.processInfo.environment["CI"] != nil
      || names.allSatisfy { FileManager.default.fileExists(atPath: "\(folder)/\($0).app") }
  }

  /// What a skipped test says.
  package static let hint = "run Scripts/build-fixtures .build/debug/lockhost, or make test"

  /// The path of a built app.
  package static func app(_ name: String) throws -> String {
    let path = "\(folder)/\(name).app"
    guard FileManager.default.fileExists(atPath: path) else {
      throw MissingFixture(path: path)
    }
    return path
  }
}

/// A bundle that should have been built before.
package struct MissingFixture: Error, CustomStringConvertible {
  /// Where it should be.
  package let path: String

  /// Names what is missing.
  package init(path: String) { self.path = path }

  package var description: String { "\(path) is not there; \(Fixtures.hint)" }
}
