// SPDX-License-Identifier: MIT

import Dispatch
public import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// The person's photo library, to which this program can add.
///
/// It is the host's: what is added crosses as sealed memory, and of what is there a program can read
/// what its own session has added.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; all stored properties are constant.

  private let connection: GuestConnection
  /// Change blocks and completion handlers run here, one at a time.
  private let queue = DispatchQueue(label: "org.lockhost.photos")

  private static let libraries = Mutex<[ObjectIdentifier: PHPhotoLibrary]>([:])

  /// Makes another reference to the library; use `shared()`.
  public override init() { connection = GuestConnection.shared }

  /// The library.
  open class func shared() -> PHPhotoLibrary {
    let key = ObjectIdentifier(GuestConnection.shared)
    return libraries.withLock { libraries in
      if let library = libraries[key] { return library }
      let library = PHPhotoLibrary()
      libraries[key] = library
      return library
    }
  }

  // MARK: Permission

  /// Whether this program may do something with the library.
  ///
  /// Blocks for one round trip to the host.
  open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
    do throws(GuestError) {
      let answer = try GuestConnection.shared.request(
        .photosAuthorization, PhotosLevel(level: accessLevel.rawValue),
        as: AuthorizationStatus.self)
      return PHAuthorizationStatus(rawValue: answer.status) ?? .restricted
    } catch {
      Diagnostics.report("the photo permission could not be read: \(error)")
      return .restricted
    }
  }

  /// Whether this program may read and change the library.
  open class func authorizationStatus() -> PHAuthorizationStatus {
    authorizationStatus(for: .readWrite)
  }

  /// Asks the person for permission; one who has answered is not asked again.
  @discardableResult
  open class func requestAuthorization(
    for accessLevel: PHAccessLevel
  ) async -> PHAuthorizationStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
    }
  }

  /// Asks the person for permission.
  ///
  /// - Parameter handler: Called on an arbitrary queue, as on iOS.
  open class func requestAuthorization(
    for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
  ) {
    let queue = shared().queue
    GuestConnection.shared.request(
      .photosRequestAuthorization, PhotosLevel(level: accessLevel.rawValue)
    ) { outcome in
      // Off the reader thread, where a handler could not ask the host anything.
      queue.async {
        do throws(GuestError) {
          let answer = try outcome.get().decode(AuthorizationStatus.self)
          handler(PHAuthorizationStatus(rawValue: answer.status) ?? .restricted)
        } catch {
          Diagnostics.report("the photo permission could not be asked for: \(error)")
          handler(.restricted)
        }
      }
    }
  }

  /// Asks the person for permission to read and change the library.
  open class func requestAuthorization(
    _ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
  ) {
    requestAuthorization(for: .readWrite, handler: handler)
  }

  /// Whether there is a host that has the library; without one, asking for it ends the process.
  package static var isReachable: Bool { GuestConnection.isAvailable }

  // MARK: Changes

  /// Makes the changes that a block asks for.
  ///
  /// - Parameters:
  ///   - changeBlock: Makes change requests; runs on a queue of the library's, as on iOS.
  ///   - completionHandler: Called on that queue when the changes are made, or why they are not.
  open func performChanges(
    _ changeBlock: @escaping () -> Void,
    completionHandler: ((Bool, (any Error)?) -> Void)? = nil
  ) {
    // The blocks are Apple's type, without Sendable: where they run is documented there, too.
    nonisolated(unsafe) let changeBlock = changeBlock
    nonisolated(unsafe) let completionHandler = completionHandler
    queue.async { [self] in
      do throws(PHPhotosError) {
        try unsafe make(ChangeSet.collecting(changeBlock))
        unsafe completionHandler?(true, nil)
      } catch {
        unsafe completionHandler?(false, error)
      }
    }
  }

  /// Makes the changes that a block asks for, and suspends until they are made.
  ///
  /// - Parameter changeBlock: Makes change requests; runs on a queue of the library's, as on iOS.
  /// - Throws: `PHPhotosError`.
  open nonisolated(nonsending) func performChanges(
    _ changeBlock: @escaping () -> Void
  ) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      performChanges(
        changeBlock,
        completionHandler: { _, error in
          if let error {
            continuation.resume(throwing: error)
          } else {
            continuation.resume()
          }
        })
    }
  }

  /// Makes the changes that a block asks for, and blocks until they are made.
  ///
  /// - Parameter changeBlock: Runs on the calling thread.
  /// - Throws: `PHPhotosError`.
  open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
    try make(ChangeSet.collecting(changeBlock))
  }

  private func make(_ changes: ChangeSet) throws(PHPhotosError) {
    for shipment in try changes.pack() {
      let added: PhotosAdded
      do throws(GuestError) {
        added = try connection.request(
          .photosAdd, shipment.body, descriptors: shipment.descriptors, as: PhotosAdded.self)
      } catch {
        throw PHPhotosError(error)
      }
      for (parcel, identifier) in zip(shipment.parcels, added.identifiers) {
        parcel.placeholder.settle(on: identifier)
        for original in parcel.originals {
          do {
            try FileManager.default.removeItem(at: original)
          } catch {
            Diagnostics.report("a moved file stays where it was: \(error.localizedDescription)")
          }
        }
      }
    }
  }
}
