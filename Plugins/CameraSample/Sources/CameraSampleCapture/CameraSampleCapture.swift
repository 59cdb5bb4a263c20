// SPDX-License-Identifier: MIT

import LockedCameraCapture
import SwiftUI

@main
struct CameraSampleCapture: LockedCameraCaptureExtension {
  var body: some LockedCameraCaptureExtensionScene {
    LockedCameraCaptureUIScene { session in
      CaptureView(session: session)
    }
  }
}
