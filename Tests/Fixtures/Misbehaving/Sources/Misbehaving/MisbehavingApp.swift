// SPDX-License-Identifier: MIT

import LockedCameraCapture
import SwiftUI

/// The app beside the extensions: it prints what it is given, in lines that tests look for.
@main
struct MisbehavingApp: App {
  var body: some Scene {
    WindowGroup {
      Text("Misbehaving")
        .onContinueUserActivity(NSUserActivityTypeLockedCameraCapture) { activity in
          print("activity: \(activity.activityType)")
          for (key, value) in activity.userInfo?.sorted(by: { "\($0.key)" < "\($1.key)" }) ?? [] {
            print("activity \(key): \(value)")
          }
        }
        .task {
          for await update in LockedCameraCaptureManager.shared.sessionContentUpdates {
            switch update {
            case .initial(let urls): print("initial: \(urls.count)")
            case .added(let url): print("added: \(url.lastPathComponent)")
            case .removed(let url): print("removed: \(url.lastPathComponent)")
            @unknown default: print("unknown update")
            }
          }
        }
    }
  }
}
