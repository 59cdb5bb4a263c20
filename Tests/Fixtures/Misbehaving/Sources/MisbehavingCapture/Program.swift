// SPDX-License-Identifier: MIT

import Glibc
import LockedCameraCapture
import SwiftUI

/// Decides before the SDK has said a word, which some behaviours must.
@main
enum Program {
  static func main() throws {
    switch Behaviour.fromBundle() {
    case .neverConnects: while true { sleep(1000) }
    case .exitsEarly: exit(0)
    case .exitsWithSevenEarly: exit(7)
    case .crashesEarly: Acts.touchNothing()
    case .neverReads: RawWire.connectAndNeverRead()
    default: try MainActor.assumeIsolated { try MisbehavingCapture.main() }
    }
  }
}

struct MisbehavingCapture: LockedCameraCaptureExtension {
  var body: some LockedCameraCaptureExtensionScene {
    LockedCameraCaptureUIScene { session in
      MisbehavingView(session: session, behaviour: Behaviour.fromBundle())
    }
  }
}
