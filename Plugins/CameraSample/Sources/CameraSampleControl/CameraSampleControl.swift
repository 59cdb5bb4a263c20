// SPDX-License-Identifier: MIT

import AppIntents
import SwiftUI
import WidgetKit

@main
struct CameraSampleControl: ControlWidget {
  static let kind = "org.lockhost.CameraSample.Capture"

  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: Self.kind) {
      ControlWidgetButton(action: CaptureIntent()) {
        Label("Take a Photo", systemImage: "camera")
      }
    }
    .displayName("Take a Photo")
    .description("Opens the camera.")
  }
}
