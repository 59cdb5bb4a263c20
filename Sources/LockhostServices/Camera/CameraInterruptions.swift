// SPDX-License-Identifier: MIT

import Synchronization

/// Why a running camera is taken away for a while; the numbers are Apple's and the wire's.
package enum CameraInterruptionReason: Int, CaseIterable, Hashable, Sendable {
  /// The program is in the background.
  case inBackground = 1
  /// Somebody else uses the camera.
  case inUseByAnotherClient = 3
  /// Several apps share the screen.
  case multipleForegroundApps = 4
  /// The device is too hot, or its battery too weak.
  case systemPressure = 5
  /// The picture was found to be sensitive.
  case sensitiveContent = 6
}

/// The reasons for which a camera is away now; it is back when the last of them has gone.
final class CameraInterruptions: Sendable {
  private let reasons = Mutex<[CameraInterruptionReason]>([])

  /// The reason that counts: the one that began first.
  var current: CameraInterruptionReason? { reasons.withLock { $0.first } }

  /// Begins an interruption.
  ///
  /// - Returns: Whether the camera was there before.
  func begin(_ reason: CameraInterruptionReason) -> Bool {
    reasons.withLock { reasons in
      guard !reasons.contains(reason) else { return false }
      reasons.append(reason)
      return reasons.count == 1
    }
  }

  /// Ends an interruption.
  ///
  /// - Returns: Whether the camera is back because of it.
  func end(_ reason: CameraInterruptionReason) -> Bool {
    reasons.withLock { reasons in
      guard let index = reasons.firstIndex(of: reason) else { return false }
      reasons.remove(at: index)
      return reasons.isEmpty
    }
  }
}
