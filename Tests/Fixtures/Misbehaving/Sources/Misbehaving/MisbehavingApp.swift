// SPDX-License-Identifier: MIT

import LockedCameraCapture
import SwiftUI

/// The app beside the extensions: it prints what it is given, in lines that tests look for.
@main
struct MisbehavingApp: App {
  @Environment(\.scenePhase) private var phase

  init() {
    guard Self.delaysAppearance else { return }
    print("delaying")
    LockedCameraCaptureManager.shared.beginDelayingAppearance()
  }

  /// The extension's behaviour, which the app sees as part of its own bundle.
  private static var delaysAppearance: Bool {
    let name = "/bundle/Extensions/MisbehavingCapture.appex/behaviour"
    return (try? String(contentsOfFile: name, encoding: .utf8)) == "delays-appearance\n"
  }

  var body: some Scene {
    WindowGroup {
      Text("Misbehaving")
        .onChange(of: phase) { print("phase: \(phase)") }
        .onContinueUserActivity("org.lockhost.misbehaving.own") { activity in
          print("own activity: \(activity.activityType)")
        }
        .onContinueUserActivity(NSUserActivityTypeLockedCameraCapture) { activity in
          print("activity: \(activity.activityType)")
          if Self.delaysAppearance {
            Task {
              try? await Task.sleep(for: .seconds(1))
              print("appearing")
              LockedCameraCaptureManager.shared.endDelayingAppearance()
            }
          }
          for (key, value) in activity.userInfo?.sorted(by: { "\($0.key)" < "\($1.key)" }) ?? [] {
            print("activity \(key): \(value)")
          }
        }
        .task { await ContextTalk.run() }
        .task { await Invalidation.run() }
        .task { await CameraTalk.run() }
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
