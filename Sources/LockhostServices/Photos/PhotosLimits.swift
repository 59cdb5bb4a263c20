// SPDX-License-Identifier: MIT

/// How much one session may put into the photo library.
package struct PhotosLimits: Hashable, Sendable {
  /// Bytes of one file.
  package let assetBytes: Int
  /// How many assets.
  package let assets: Int
  /// Bytes of all files.
  package let bytes: Int
  /// How many requests may wait.
  package let requests: Int

  /// Room for a long evening, not for a flood.
  package static let standard = PhotosLimits(
    assetBytes: ImageLimits.standard.maximumFileBytes, assets: 1000, bytes: 2 << 30, requests: 4)

  /// Makes limits.
  package init(assetBytes: Int, assets: Int, bytes: Int, requests: Int) {
    self.assetBytes = assetBytes
    self.assets = assets
    self.bytes = bytes
    self.requests = requests
  }
}
