// SPDX-License-Identifier: MIT

import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization

/// What one change block asked for.
final class ChangeSet: Sendable {
  // Unchecked because of the requests, which only the change block's thread touches, and after it the
  // one that makes the changes.
  private struct Requests: @unchecked Sendable {
    var list: [PHAssetChangeRequest] = []
  }

  /// The change that is being made here.
  @TaskLocal static var current: ChangeSet?

  private let requests = Mutex(Requests())

  func add(_ request: PHAssetChangeRequest) {
    nonisolated(unsafe) let request = request
    requests.withLock { unsafe $0.list.append(request) }
  }

  func remove(_ request: PHAssetChangeRequest) {
    requests.withLock { $0.list.removeAll { $0 === request } }
  }

  /// Runs a change block and keeps what it asks for.
  static func collecting(_ block: () -> Void) -> ChangeSet {
    let changes = ChangeSet()
    $current.withValue(changes) { block() }
    return changes
  }

  /// One asset with its files sealed.
  struct Parcel: Sendable {
    let asset: PhotoAsset
    let files: [SharedDescriptor]
    let placeholder: PHObjectPlaceholder
    let originals: [URL]
  }

  /// One message's assets.
  struct Shipment: Sendable {
    var parcels: [Parcel] = []
    var fileCount = 0

    /// The message's body, with the files counted through.
    var body: PhotosAdd {
      var first = 0
      return PhotosAdd(
        assets: parcels.map { parcel in
          defer { first += parcel.files.count }
          return PhotoAsset(
            mediaType: parcel.asset.mediaType, creationDate: parcel.asset.creationDate,
            resources: parcel.asset.resources.map { resource in
              PhotoResource(
                type: resource.type, descriptor: first + resource.descriptor,
                filename: resource.filename,
                uniformTypeIdentifier: resource.uniformTypeIdentifier)
            })
        })
    }

    var descriptors: [SharedDescriptor] { parcels.flatMap(\.files) }
  }

  /// Packs the assets into as few messages as hold them, in order.
  ///
  /// Everything is checked and read before anything is sent. A change of more than one message is not
  /// one whole to the host: what was added before a failure stays.
  ///
  /// - Throws: `PHPhotosError` for an asset without files, with more than a message takes, or with a
  ///   file that cannot be read.
  func pack() throws(PHPhotosError) -> [Shipment] {
    var shipments: [Shipment] = []
    for parcel in try parcels() {
      if let last = shipments.last,
        last.fileCount + parcel.files.count <= WireLimits.descriptors,
        last.parcels.count < WireLimits.assets
      {
        shipments[shipments.count - 1].parcels.append(parcel)
        shipments[shipments.count - 1].fileCount += parcel.files.count
      } else {
        shipments.append(Shipment(parcels: [parcel], fileCount: parcel.files.count))
      }
    }
    return shipments
  }

  private func parcels() throws(PHPhotosError) -> [Parcel] {
    var parcels: [Parcel] = []
    for request in requests.withLock({ $0 }).list {
      let resources = request.resources
      guard !resources.isEmpty else {
        throw PHPhotosError(.missingResource, "an asset was created without a file")
      }
      guard resources.count <= WireLimits.descriptors else {
        throw PHPhotosError(
          .invalidResource,
          "an asset has \(resources.count) files; at most \(WireLimits.descriptors) are taken")
      }
      var files: [SharedDescriptor] = []
      for resource in resources { files.append(try resource.sealed().descriptor) }
      let isVideo = resources.contains { $0.type == .video }
      let asset = PhotoAsset(
        mediaType: isVideo ? .video : .image,
        creationDate: request.creationDate?.timeIntervalSince1970,
        resources: resources.enumerated().map { index, resource in
          PhotoResource(
            type: resource.type.rawValue, descriptor: index, filename: resource.filename,
            uniformTypeIdentifier: resource.uniformTypeIdentifier)
        })
      parcels.append(
        Parcel(
          asset: asset, files: files, placeholder: request.placeholder,
          originals: resources.compactMap(\.original)))
    }
    return parcels
  }
}
