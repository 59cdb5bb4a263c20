// SPDX-License-Identifier: MIT

import Glibc

/// Draws the frames of one scene at one size: one copy a frame.
struct FramePainter: Sendable {
  /// What is drawn.
  enum Content: Sendable {
    case still(BGRAImage)
    /// Never mirrored: nobody could read its number.
    case pattern(TestPattern)
  }

  let content: Content
  /// The scene's generation that this shows.
  let generation: Int

  /// Draws a frame into a slot.
  ///
  /// - Parameter target: At least as many bytes as the picture has.
  func paint(frame: UInt64, into target: UnsafeMutableRawBufferPointer) {
    switch content {
    case .still(let image):
      unsafe image.pixels.withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = target.baseAddress,
          target.count >= source.count
        else { return }
        unsafe memcpy(to, from, source.count)
      }
    case .pattern(let pattern):
      unsafe pattern.paint(frame: frame, into: target.bindMemory(to: UInt32.self))
    }
  }
}
