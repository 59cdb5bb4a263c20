// SPDX-License-Identifier: MIT

import SwiftUI

@main
struct CameraSampleApp: App {
  var body: some Scene {
    WindowGroup {
      ContentView()
    }
  }
}
