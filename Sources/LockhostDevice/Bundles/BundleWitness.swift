// SPDX-License-Identifier: MIT

import LockhostSystem

/// The files and folders that the judgement of a bundle depends on, each as it was before it was read.
///
/// Used by one thread: the one that loads the bundle.
final class BundleWitness {
  /// The stamps by path.
  private(set) var stamps: [String: FileStamp] = [:]
  /// Whether every file could be looked at, and a later change of it will have another stamp.
  private(set) var isReliable = true

  /// Notes a file that is about to be read.
  func note(_ path: String) {
    // Read twice, it counts as it was the first time.
    guard stamps[path] == nil else { return }
    guard let stamp = try? FileStamp(of: path) else {
      isReliable = false
      return
    }
    isReliable = isReliable && stamp.isSettled
    stamps[path] = stamp
  }
}
