// SPDX-License-Identifier: MIT

public import Foundation

/// What an asset is.
public enum PHAssetMediaType: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// A picture.
  case image = 1
  /// A film.
  case video = 2
  /// A sound.
  case audio = 3
}

/// What one of an asset's files is.
public enum PHAssetResourceType: Int, Sendable {
  /// The picture.
  case photo = 1
  /// The film.
  case video = 2
  /// The sound.
  case audio = 3
  /// The picture in another format, such as raw.
  case alternatePhoto = 4
  /// The picture with its changes.
  case fullSizePhoto = 5
  /// The film with its changes.
  case fullSizeVideo = 6
  /// The changes.
  case adjustmentData = 7
  /// The picture before its changes.
  case adjustmentBasePhoto = 8
  /// The film of a live photo.
  case pairedVideo = 9
  /// The film of a live photo with its changes.
  case fullSizePairedVideo = 10
  /// The film of a live photo before its changes.
  case adjustmentBasePairedVideo = 11
  /// The film before its changes.
  case adjustmentBaseVideo = 12
  /// A small picture that stands in for a large one.
  case photoProxy = 19
}

/// More about a file that is added to an asset.
public final class PHAssetResourceCreationOptions: NSObject, NSCopying {
  /// The file's name; at first that of the file, or one that is made up.
  public var originalFilename: String?
  /// The file's type; at first it is found out.
  public var uniformTypeIdentifier: String?
  /// Whether the file is moved into the library instead of copied.
  ///
  /// The library is in another process: the file is copied, and then removed.
  public var shouldMoveFile = false

  /// Creates options that say nothing.
  public override init() { super.init() }

  /// A copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = PHAssetResourceCreationOptions()
    copy.originalFilename = originalFilename
    copy.uniformTypeIdentifier = uniformTypeIdentifier
    copy.shouldMoveFile = shouldMoveFile
    return copy
  }
}
