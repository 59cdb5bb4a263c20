// SPDX-License-Identifier: MIT

import AVKit
import LockedCameraCapture
import Photos
import SwiftUI

/// What the app shows: what it imported, and what the extension asked it to do.
struct ContentView: View {
  @State private var camera = Camera()
  @State private var importer = SessionImporter()
  @State private var status = "No photos yet"

  var body: some View {
    VStack {
      Text("Camera Sample")
      Text(status)
    }
    .onContinueUserActivity(NSUserActivityTypeLockedCameraCapture) { activity in
      print("continue: \(activity.activityType)")
      for (key, value) in activity.userInfo?.sorted(by: { "\($0.key)" < "\($1.key)" }) ?? [] {
        print("  \(key): \(value)")
      }
      status = activity.title ?? status
    }
    .onCameraCaptureEvent { event in
      if event.phase == .ended { takePhoto() }
    }
    .task {
      // The system asks an app that a camera control has launched for the same as the extension.
      do {
        try await camera.start()
      } catch {
        status = "No camera: \(error.localizedDescription)"
      }
    }
    .task {
      // The extension cannot ask the app anything, so it finds this when it is launched next.
      try? await CaptureIntent.updateAppContext(CaptureContext(usesFlash: false))
    }
    .task {
      for await update in LockedCameraCaptureManager.shared.sessionContentUpdates {
        switch update {
        case .initial(let urls):
          for url in urls { await importSession(at: url) }
        case .added(let url):
          await importSession(at: url)
        case .removed(let url):
          print("removed: \(url.lastPathComponent)")
        @unknown default:
          break
        }
      }
    }
  }

  private func takePhoto() {
    Task {
      do {
        let photo = try await camera.takePhoto(usesFlash: false)
        try await PHPhotoLibrary.shared().performChanges {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .photo, data: photo, options: nil)
        }
        status = "Saved a photo"
      } catch {
        status = "No photo: \(error.localizedDescription)"
      }
    }
  }

  private func importSession(at url: URL) async {
    do {
      let photos = try await importer.importSession(at: url)
      status = "Imported \(photos.count) photos"
      try await LockedCameraCaptureManager.shared.invalidateSessionContent(at: url)
    } catch {
      print("cannot import \(url.lastPathComponent): \(error.localizedDescription)")
    }
  }
}
