// SPDX-License-Identifier: MIT

import LockhostSystem

/// How far an opened app is from being seen.
///
/// An app is seen once it has drawn its first screen and holds its appearance back no longer
/// (`beginDelayingAppearance`, `endDelayingAppearance`). Owned by the session, on its loop.
struct AppAppearance {
  /// How long an app may hold back its appearance: whoever waits for longer sees it all the same.
  static let longestDelay = Duration.seconds(10)
  /// How long an app's first screen is waited for, once its scene was started.
  static let firstScreen = Duration.seconds(1)

  /// Whether its scene was started.
  var isPresent = false
  /// Whether it has drawn, or has had its time to.
  var isDrawn = false
  /// How many delays have begun and not ended.
  var delays = 0
  /// Whether it is dead.
  var isOver = false
  /// Whether it has been seen.
  private(set) var isVisible = false

  private var forPresence: [CheckedContinuation<Bool, Never>] = []
  private var forVisibility: [CheckedContinuation<Bool, Never>] = []

  /// Wakes those whose wait is over.
  mutating func settle() {
    if isDrawn, delays == 0 { isVisible = true }
    if isPresent || isOver {
      for waiter in forPresence { waiter.resume(returning: !isOver) }
      forPresence = []
    }
    if isVisible || isOver {
      for waiter in forVisibility { waiter.resume(returning: !isOver) }
      forVisibility = []
    }
  }

  mutating func waitForPresence(_ waiter: CheckedContinuation<Bool, Never>) {
    forPresence.append(waiter)
    settle()
  }

  mutating func waitForVisibility(_ waiter: CheckedContinuation<Bool, Never>) {
    forVisibility.append(waiter)
    settle()
  }
}
