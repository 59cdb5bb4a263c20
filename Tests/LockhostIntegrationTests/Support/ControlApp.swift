// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting

/// Apps whose control widget misbehaves in one way each: see `MisbehavingControl`.
enum ControlApp {
  /// Makes an app with a behaviour in a test's own folder, and returns its path.
  static func bundle(_ behaviour: String, in scratch: ScratchFolder) throws -> String {
    let app = try MisbehavingApp.bundle("none", in: scratch)
    try Data("\(behaviour)\n".utf8).write(
      to: URL(fileURLWithPath: "\(app)/PlugIns/MisbehavingControl.appex/behaviour"))
    return app
  }
}

/// What `controls list --json` and `controls show --json` print, as far as tests look.
struct Gallery: Decodable {
  struct Item: Decodable {
    let name: String
    let kind: String
    let icon: String
    let iconProblem: String?
    let intent: String?
    let opensCamera: Bool
    let places: [String]
  }

  struct Problem: Decodable {
    let widget: String
    let code: String
    let message: String
  }

  let items: [Item]
  let problems: [Problem]

  /// Asks a phone.
  static func of(_ phone: Phone) async throws -> Gallery {
    let run = try await phone.run("controls", "list", "--json")
    return try JSONDecoder().decode(Gallery.self, from: Data(run.output.utf8))
  }
}
