// SPDX-License-Identifier: MIT

/// A picture's size in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
  /// The width in pixels.
  public var width: Int32
  /// The height in pixels.
  public var height: Int32

  /// Creates the size 0 by 0.
  public init() { self.init(width: 0, height: 0) }

  /// Creates a size.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}
