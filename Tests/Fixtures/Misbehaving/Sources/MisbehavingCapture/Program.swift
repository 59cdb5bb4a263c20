// SPDX-License-Identifier: MIT

import Glibc
import LockedCameraCapture
import SwiftUI

/// Decides before the SDK has said a word, which some behaviours must.
@main
enum Program {
  static func main() throws {
    let behaviour = Behaviour.fromBundle()
    switch behaviour {
    case .neverConnects: while true { sleep(1000) }
    case .exitsEarly: exit(0)
    case .exitsWithSevenEarly: exit(7)
    case .crashesEarly: Acts.touchNothing()
    case .neverReads: RawWire.connectAndNeverRead()
    case .readsFrames, .scribblesOverFrames, .changesFrames, .keepsAllSlots, .falseSlots,
      .mapsAfterUnmap, .readsUnmappedFrames, .speaksAsHost, .speaksAsHostOn:
      RawCamera(behaviour).run()
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
