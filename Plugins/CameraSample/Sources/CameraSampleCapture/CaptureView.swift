// SPDX-License-Identifier: MIT

import AVKit
import LockedCameraCapture
import SwiftUI

/// The whole screen of the extension: what happened last, a shutter button, and the way to the app.
struct CaptureView: View {
  let session: LockedCameraCaptureSession

  @State private var camera = Camera()
  @State private var status = "Starting the camera"
  @State private var photosTaken = 0

  var body: some View {
    VStack {
      Text(status)
      HStack {
        Button("Take Photo") { takePhoto() }
        Button("Open App") { openApp() }
      }
    }
    .onCameraCaptureEvent { event in
      if event.phase == .ended { takePhoto() }
    } secondaryAction: { event in
      if event.phase == .ended { openApp() }
    }
    .task {
      do {
        try await camera.start()
        status = "Ready"
      } catch {
        status = "No camera: \(error.localizedDescription)"
      }
    }
  }

  private func takePhoto() {
    Task {
      do {
        // The context is asked for here and not before the camera starts: it may be slow to come.
        let context = try? await CaptureIntent.appContext
        let photo = try await camera.takePhoto(usesFlash: context?.usesFlash ?? false)
        photosTaken += 1
        let store = PhotoStore(sessionContent: session.sessionContentURL)
        let name = try await store.save(photo, number: photosTaken)
        status = "Saved \(name)"
      } catch {
        status = "No photo: \(error.localizedDescription)"
      }
      print(status)
    }
  }

  private func openApp() {
    Task {
      let activity = NSUserActivity(activityType: NSUserActivityTypeLockedCameraCapture)
      activity.title = "Review Photos"
      activity.userInfo = ["action": "review", "photosTaken": photosTaken]
      do {
        try await session.openApplication(for: activity)
      } catch {
        status = "Not opened: \(error.localizedDescription)"
        print(status)
      }
    }
  }
}
