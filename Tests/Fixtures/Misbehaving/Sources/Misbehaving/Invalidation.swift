// SPDX-License-Identifier: MIT

import Foundation
import LockedCameraCapture

/// Invalidates the content of the session that the file `invalidate` in the app's bundle names, whether
/// the app was told of it or not.
enum Invalidation {
  static func run() async {
    guard let name = try? String(contentsOfFile: "/bundle/invalidate", encoding: .utf8) else {
      return
    }
    let place = URL(filePath: "/container/SessionContent").appending(path: name)
    do {
      try await LockedCameraCaptureManager.shared.invalidateSessionContent(at: place)
      print("invalidated: \(name)")
    } catch {
      print("not invalidated: \(error)")
    }
  }
}
