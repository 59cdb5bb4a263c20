// SPDX-License-Identifier: MIT

import Foundation
import Photos

/// What a photo library is not meant to take, and one photo that it is.
enum OddPhotos {
  /// The smallest PNG there is: one black pixel.
  private static let png = Data([
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
    0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 10, 0x49, 0x44, 0x41, 0x54, 0x78,
    0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1, 0x48, 0xAF, 0xA4, 0x71, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44,
    0xAE, 0x42, 0x60, 0x82,
  ])

  /// Adds one after the other, and says what came of each.
  static func add(in folder: String) async {
    print("assets before: \(PHAsset.fetchAssets(with: nil).count)")
    await add("text", Data("no picture".utf8))
    await add("nothing", Data())
    await add("half a picture", png.dropLast(20))
    await add("a PNG that is said to be a JPEG", png, type: "public.jpeg")
    await add("a PNG that is said to be a video", png, as: .video)
    await add(file: "\(folder)/absent.png")
    await add("a picture", png, type: "public.png")
    await add("a picture and a text at once", png, Data("no picture".utf8))
    await readBack()
    print("odd photos: done")
  }

  /// Reads what was added, as the library shows it.
  private static func readBack() async {
    let found = PHAsset.fetchAssets(with: nil)
    guard let asset = found.firstObject, let file = PHAssetResource.assetResources(for: asset).first
    else { return print("nothing to read back") }
    let named = PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil)
    let size = "\(asset.pixelWidth) x \(asset.pixelHeight)"
    print("assets after: \(found.count), by name \(named.count), \(size)")
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      PHAssetResourceManager.default().requestData(
        for: file, options: nil,
        dataReceivedHandler: { print("read back: \($0 == png), \(file.uniformTypeIdentifier)") },
        completionHandler: { error in
          if let error { print("not read back: \(error)") }
          done.resume()
        })
    }
  }

  private static func add(
    _ name: String, _ contents: Data..., as kind: PHAssetResourceType = .photo, type: String? = nil
  ) async {
    await change(name) {
      for data in contents {
        let options = PHAssetResourceCreationOptions()
        options.uniformTypeIdentifier = type
        PHAssetCreationRequest.forAsset().addResource(with: kind, data: data, options: options)
      }
    }
  }

  private static func add(file: String) async {
    await change("no file") {
      PHAssetCreationRequest.forAsset().addResource(
        with: .photo, fileURL: URL(fileURLWithPath: file), options: nil)
    }
  }

  private static func change(_ name: String, _ body: @escaping @Sendable () -> Void) async {
    do {
      try await PHPhotoLibrary.shared().performChanges(body)
      print("\(name): added")
    } catch {
      let error = error as NSError
      print("\(name): \(error.domain) \(error.code)")
    }
  }
}
