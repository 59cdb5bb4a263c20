// SPDX-License-Identifier: MIT

import Dispatch
public import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization

/// Identifies a request for an asset's data.
public typealias PHAssetResourceDataRequestID = Int32

/// The one file of an asset.
public final class PHAssetResource: NSObject, Sendable {
  /// What the file is.
  public let type: PHAssetResourceType
  /// Whose it is.
  public let assetLocalIdentifier: String
  /// The file's type.
  public let uniformTypeIdentifier: String
  /// The file's name; the library's, as the name that it had is not told.
  public let originalFilename: String

  private init(_ asset: PHAsset) {
    type = asset.mediaType == .image ? .photo : .video
    assetLocalIdentifier = asset.localIdentifier
    uniformTypeIdentifier = asset.uniformTypeIdentifier
    originalFilename = String(asset.localIdentifier.prefix { $0 != "/" })
  }

  /// The files of an asset.
  public class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
    [PHAssetResource(asset)]
  }
}

/// How an asset's data are asked for; there is nothing to choose.
public final class PHAssetResourceRequestOptions: NSObject {
  /// Whether the network may be used, which there is none of.
  public var isNetworkAccessAllowed = false

  /// Makes options.
  public override init() { super.init() }
}

/// Reads the files of assets.
public final class PHAssetResourceManager: NSObject, Sendable {
  private static let shared = PHAssetResourceManager()

  private let connection = GuestConnection.shared
  private let queue = DispatchQueue(label: "org.lockhost.photos.reading")
  private let next = Mutex<PHAssetResourceDataRequestID>(0)

  /// The manager of this program.
  public class func `default`() -> PHAssetResourceManager { shared }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - handler: Called once with all of it, before the completion handler, on a queue of the manager's.
  ///   - completionHandler: Called once on that queue, with `PHPhotosError` when it could not be read.
  @discardableResult
  public func requestData(
    for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
    dataReceivedHandler handler: @escaping (Data) -> Void,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> PHAssetResourceDataRequestID {
    // The handlers are Apple's type, without Sendable: where they run is documented there, too.
    nonisolated(unsafe) let handler = handler
    nonisolated(unsafe) let completionHandler = completionHandler
    queue.async { [self] in
      do throws(PHPhotosError) {
        let data = try read(resource)
        unsafe handler(data)
        unsafe completionHandler(nil)
      } catch {
        unsafe completionHandler(error)
      }
    }
    return next.withLock { next in
      next &+= 1
      return next
    }
  }

  private func read(_ resource: PHAssetResource) throws(PHPhotosError) -> Data {
    do throws(GuestError) {
      let answer = try connection.request(
        .photosRead, PhotosRead(identifier: resource.assetLocalIdentifier))
      guard let descriptor = answer.descriptors.first else { throw .closed }
      do throws(SystemError) {
        return Data(try MemoryFile(adopting: descriptor).read(maximumBytes: .max))
      } catch {
        throw .system(error)
      }
    } catch {
      throw PHPhotosError(error)
    }
  }
}
