// SPDX-License-Identifier: MIT

public import Foundation
import LockhostGuest

/// A wish to make or change an asset; only inside a change block.
public class PHAssetChangeRequest: NSObject {
  /// When the asset was made.
  public var creationDate: Date?
  /// Whether the person likes it; not kept by the simulated library.
  public var isFavorite = false
  /// Whether it is hidden; not kept by the simulated library.
  public var isHidden = false

  let placeholder = PHObjectPlaceholder()
  var resources: [PhotoFile] = []

  /// Made by the class's own functions, which put it into the change that is being made.
  required override init() { super.init() }

  /// Stands for the asset that is going to be made.
  public var placeholderForCreatedAsset: PHObjectPlaceholder? { placeholder }

  /// Makes an asset of a picture.
  ///
  /// - Returns: `nil` when the file cannot be read.
  @discardableResult
  public class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
    creationRequest(.photo, fileURL)
  }

  /// Makes an asset of a film.
  ///
  /// - Returns: `nil` when the file cannot be read.
  @discardableResult
  public class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
    creationRequest(.video, fileURL)
  }

  private class func creationRequest(_ type: PHAssetResourceType, _ fileURL: URL) -> Self? {
    let request = enrolled()
    guard FileManager.default.isReadableFile(atPath: fileURL.path) else {
      ChangeSet.current?.remove(request)
      return nil
    }
    request.resources = [PhotoFile(type: type, content: .file(fileURL), options: nil)]
    return request
  }

  /// A new request in the change that is being made; outside of one the process ends, as on iOS.
  class func enrolled() -> Self {
    guard let changes = ChangeSet.current else {
      UncaughtException.internalInconsistency.raise(
        "This method can only be called from inside of -[PHPhotoLibrary performChanges:"
          + "completionHandler:] or -[PHPhotoLibrary performChangesAndWait:error:]")
    }
    let request = Self()
    changes.add(request)
    return request
  }
}

/// A wish to make an asset of files that the program chooses.
public final class PHAssetCreationRequest: PHAssetChangeRequest {
  /// Begins an asset without files; only inside a change block.
  @discardableResult
  public class func forAsset() -> Self { enrolled() }

  /// Whether an asset can have these files: one picture or one film, as the simulated library wants.
  ///
  /// - Parameter types: Raw values of `PHAssetResourceType`.
  public class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
    let types = types.map { PHAssetResourceType(rawValue: $0.intValue) }
    return types == [.photo] || types == [.video]
  }

  /// Adds a file to the asset.
  public func addResource(
    with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?
  ) {
    resources.append(PhotoFile(type: type, content: .data(data), options: options))
  }

  /// Adds a file to the asset; it is read when the change is made.
  public func addResource(
    with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?
  ) {
    resources.append(PhotoFile(type: type, content: .file(fileURL), options: options))
  }
}
