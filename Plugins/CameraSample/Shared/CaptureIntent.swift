// SPDX-License-Identifier: MIT

import AppIntents

/// Opens the camera: the app's when the device is unlocked, the capture extension's when it is not.
///
/// The system looks for this type in the app, in the extension and in the control, so the file is
/// compiled into all three.
struct CaptureIntent: CameraCaptureIntent {
  typealias AppContext = CaptureContext

  static let title: LocalizedStringResource = "Take a Photo"
  static let description = IntentDescription("Opens the camera.")

  @MainActor
  func perform() async throws -> some IntentResult {
    .result()
  }
}

/// What the app tells the extension: four kilobytes at most, and the only thing that it can read.
struct CaptureContext: Codable, Sendable {
  var usesFlash = false
}
