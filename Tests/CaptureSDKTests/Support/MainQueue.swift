// SPDX-License-Identifier: MIT

import Dispatch

/// The main queue, which on Linux need not be drained by the main thread.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on it.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
