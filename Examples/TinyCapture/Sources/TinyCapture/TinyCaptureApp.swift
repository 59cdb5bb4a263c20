// SPDX-License-Identifier: MIT

import LockedCameraCapture
import SwiftUI

@main
struct TinyCaptureApp: App {
  var body: some Scene {
    WindowGroup {
      Text("Tiny Capture")
        .task {
          for await update in LockedCameraCaptureManager.shared.sessionContentUpdates {
            print("session content: \(update)")
          }
        }
    }
  }
}
