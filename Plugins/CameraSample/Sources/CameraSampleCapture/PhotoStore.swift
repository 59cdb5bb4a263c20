// SPDX-License-Identifier: MIT

import Foundation
import Photos

/// Where a photo goes: the person's library, and a copy for the app.
struct PhotoStore {
  /// The only folder that outlives the extension.
  let sessionContent: URL

  /// Saves a photo in both places and returns its name.
  ///
  /// The copy comes first, and whole or not at all: the extension may be gone at any moment, and what
  /// is in the session's folder is what the app will find.
  func save(_ photo: Data, number: Int) async throws -> String {
    let name = String(format: "IMG_%04d.jpg", number)
    try photo.write(to: sessionContent.appendingPathComponent(name), options: .atomic)
    try await PHPhotoLibrary.shared().performChanges {
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, data: photo, options: nil)
    }
    return name
  }
}
