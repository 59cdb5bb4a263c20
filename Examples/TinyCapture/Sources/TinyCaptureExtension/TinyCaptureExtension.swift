// SPDX-License-Identifier: MIT

import AVKit
import LockedCameraCapture
import SwiftUI

@main
struct TinyCaptureExtension: LockedCameraCaptureExtension {
  var body: some LockedCameraCaptureExtensionScene {
    LockedCameraCaptureUIScene { session in
      Viewfinder(session: session)
    }
  }
}

struct Viewfinder: View {
  let session: LockedCameraCaptureSession

  @State private var camera = TinyCamera()

  var body: some View {
    Text("Press a button to take a photo")
      .onCameraCaptureEvent { event in
        if event.phase == .ended {
          camera.takePhoto(into: session.sessionContentURL)
        }
      }
      .task {
        camera.start()
      }
  }
}
