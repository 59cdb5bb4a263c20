// SPDX-License-Identifier: MIT

import Synchronization

/// A still picture as a guest wants its frames: in its size, format, turn and light.
///
/// Made once for all guests that want the same, and gone with the last of them.
final class FrameLayout: Sendable {
  /// The bytes of a frame.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
}

/// The layouts of one scene that somebody shows now.
final class FrameLayouts: Sendable {
  private struct Key: Hashable {
    let transform: FrameTransform
    let generation: Int
  }

  private struct Kept {
    weak var layout: FrameLayout?
  }

  private let kept = Mutex<[Key: Kept]>([:])

  /// The layout that somebody shows already, or a new one.
  ///
  /// A new one is made outside of the lock, so that nobody waits for what another guest asks for; two
  /// who ask at the same moment both make it, and the first is kept.
  func layout(
    _ transform: FrameTransform, generation: Int, make: () -> [UInt8]
  ) -> FrameLayout {
    let key = Key(transform: transform, generation: generation)
    if let known = kept.withLock({ $0[key]?.layout }) { return known }
    let made = FrameLayout(bytes: make())
    return kept.withLock { kept in
      if let known = kept[key]?.layout { return known }
      kept = kept.filter { $0.value.layout != nil }
      kept[key] = Kept(layout: made)
      return made
    }
  }
}
