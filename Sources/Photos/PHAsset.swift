// SPDX-License-Identifier: MIT

public import Foundation
import LockhostGuest
import LockhostWire

/// A photo or video of the library, as far as this program may see it: what its own session added.
public final class PHAsset: PHObject, @unchecked Sendable {
  // Unchecked because its superclass is; all that is stored here is constant.

  /// What it is.
  public let mediaType: PHAssetMediaType
  /// Pixels across, as stored.
  public let pixelWidth: Int
  /// Pixels down, as stored.
  public let pixelHeight: Int
  /// When it was made.
  public let creationDate: Date?
  let uniformTypeIdentifier: String

  init(_ facts: PhotoFacts) {
    mediaType = facts.mediaType == .image ? .image : .video
    (pixelWidth, pixelHeight) = (facts.width, facts.height)
    creationDate = Date(timeIntervalSince1970: facts.creationDate)
    uniformTypeIdentifier = facts.uniformTypeIdentifier
    super.init(localIdentifier: facts.identifier)
  }

  /// Finds assets by their identifiers.
  ///
  /// Blocks for one round trip to the host. Those that this session has not added are left out, as are
  /// all without permission.
  ///
  /// - Parameter identifiers: At most 128 of them.
  public class func fetchAssets(
    withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset> {
    fetch(PhotosFetch(identifiers: identifiers), options)
  }

  /// Finds the newest 128 assets that this session has added, oldest first.
  ///
  /// Blocks for one round trip to the host.
  public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
    fetch(PhotosFetch(), options)
  }

  private static func fetch(
    _ wanted: PhotosFetch, _ options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset> {
    do throws(GuestError) {
      let found = try GuestConnection.shared.request(
        .photosFetch, wanted, as: PhotosFetched.self)
      let limit = options?.fetchLimit ?? 0
      let assets = found.assets.map(PHAsset.init)
      return PHFetchResult(limit > 0 ? Array(assets.prefix(limit)) : assets)
    } catch {
      Diagnostics.report("the photo library could not be asked: \(error)")
      return PHFetchResult([])
    }
  }
}

/// How assets are fetched.
public final class PHFetchOptions: NSObject {
  /// The most that are fetched; 0 for no limit.
  public var fetchLimit = 0

  /// Makes options that limit nothing.
  public override init() { super.init() }
}

/// What was found, in order.
public final class PHFetchResult<ObjectType: AnyObject>: NSObject {
  private let objects: [ObjectType]

  init(_ objects: [ObjectType]) { self.objects = objects }

  /// How many there are.
  public var count: Int { objects.count }

  /// The first, if there is one.
  public var firstObject: ObjectType? { objects.first }

  /// The last, if there is one.
  public var lastObject: ObjectType? { objects.last }

  /// One of them.
  ///
  /// - Precondition: The index is less than `count`.
  public func object(at index: Int) -> ObjectType { objects[index] }

  /// One of them.
  ///
  /// - Precondition: The index is less than `count`.
  public subscript(index: Int) -> ObjectType { objects[index] }

  /// Calls with each, its index, and what stops the calls when it is set.
  public func enumerateObjects(
    _ block: (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    var stop = ObjCBool(false)
    for (index, object) in objects.enumerated() where !stop.boolValue {
      unsafe withUnsafeMutablePointer(to: &stop) { unsafe block(object, index, $0) }
    }
  }
}
