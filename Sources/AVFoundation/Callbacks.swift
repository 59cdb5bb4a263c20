// SPDX-License-Identifier: MIT

import Dispatch

/// Where handlers run that may run anywhere.
enum Callbacks {
  /// Serial, and never the main queue.
  static let queue = DispatchQueue(label: "org.lockhost.avfoundation.callbacks")
}
