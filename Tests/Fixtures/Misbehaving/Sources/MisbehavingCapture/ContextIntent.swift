// SPDX-License-Identifier: MIT

import AppIntents

/// The intent through which app and extension tell each other numbers; compiled into both.
struct ContextIntent: CameraCaptureIntent {
  struct AppContext: Codable, Sendable {
    var number = 0
    var text = ""
    var large: [String] = []
  }

  static let title: LocalizedStringResource = "Misbehave"

  func perform() async throws -> some IntentResult { .result() }
}
