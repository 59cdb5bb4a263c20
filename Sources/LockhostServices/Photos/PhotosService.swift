// SPDX-License-Identifier: MIT

import Dispatch
package import LockhostDevice
package import LockhostSystem
import Synchronization

/// Adds to the photo library what one session hands in, and nothing else: a locked session may not
/// read.
///
/// Content is copied out of the guest's memory before anybody looks at it, and only out of memory
/// that is sealed, so that what was judged is what is stored.
package final class PhotosService: Sendable {
  /// One asset as a guest hands it in.
  package struct Submission: Sendable {
    package let content: MemoryFile
    package let mediaType: PhotoRecord.MediaType
    package let claimedType: String?
    package let created: Double?
    package let filename: String?
  }

  /// Why nothing was added.
  package enum Refusal: Error, Hashable, Sendable {
    /// The device's permissions say no.
    case denied(PermissionGrant.Status)
    /// So many requests wait already.
    case tooMany(waiting: Int)
    /// A descriptor is no memory file, or one that can still change.
    case notSealed
    /// A file is empty or over the limit.
    case size(bytes: Int, limit: Int)
    /// The session has added as much as it may.
    case limit
    /// The content is not what it is said to be.
    case content(ServiceError)
    /// The library failed.
    case library(ServiceError)
    /// This session has added no such asset.
    case notFound
  }

  private struct Usage {
    var assets = 0
    var bytes = 0
    var waiting = 0
  }

  private let library: PhotoLibrary
  private let session: String
  private let permissions: Permissions
  private let limits: PhotosLimits
  private let queue = DispatchQueue(label: "lockhost.photos", qos: .utility)
  private let usage = Mutex(Usage())

  /// Makes a session's way into the library.
  package init(
    library: PhotoLibrary, session: String, permissions: Permissions,
    limits: PhotosLimits = .standard
  ) {
    self.library = library
    self.session = session
    self.permissions = permissions
    self.limits = limits
  }

  /// Adds assets, all or none.
  ///
  /// - Parameter done: Called exactly once, from any thread; with success, the assets are on disk.
  package func add(
    _ submissions: [Submission],
    then done: @escaping @Sendable (Result<[PhotoRecord], Refusal>) -> Void
  ) {
    perform(then: done) { [self] in addNow(submissions) }
  }

  /// Finds assets that this session has added, oldest first, and no others.
  ///
  /// - Parameters:
  ///   - identifiers: Which of them; nil for all.
  ///   - most: The newest of them, if there are more.
  ///   - done: Called exactly once, from any thread.
  package func find(
    _ identifiers: [String]?, most: Int,
    then done: @escaping @Sendable (Result<[PhotoRecord], Refusal>) -> Void
  ) {
    perform(then: done) { [self] in
      own().map { records in
        let wanted = identifiers.map(Set.init)
        return records.filter { wanted?.contains($0.identifier) ?? true }.suffix(most)
      }
    }
  }

  /// Reads the file of an asset that this session has added.
  ///
  /// - Parameter done: Called exactly once, from any thread, with sealed memory.
  package func read(
    _ identifier: String, then done: @escaping @Sendable (Result<MemoryFile, Refusal>) -> Void
  ) {
    perform(then: done) { [self] in
      own().flatMap { records in
        guard let record = records.first(where: { $0.identifier == identifier }) else {
          return .failure(.notFound)
        }
        do throws(ServiceError) {
          let bytes = try library.content(of: record)
          do throws(SystemError) {
            return .success(try MemoryFile.sealed(name: "lockhost-photo", content: bytes))
          } catch {
            return .failure(.library(ServiceError(.libraryUnusable, identifier, cause: error)))
          }
        } catch {
          return .failure(.library(error))
        }
      }
    }
  }

  private func own() -> Result<[PhotoRecord], Refusal> {
    do throws(ServiceError) {
      return .success(try library.records(session: session))
    } catch {
      return .failure(.library(error))
    }
  }

  /// Does something with the library on the queue, if that is permitted and not too much waits.
  private func perform<Value>(
    then done: @escaping @Sendable (Result<Value, Refusal>) -> Void,
    _ body: @escaping @Sendable () -> Result<Value, Refusal>
  ) {
    let status = permissions.status(of: .photosAdd)
    // Who may read and write may also add.
    guard status == .authorized || permissions.status(of: .photosRead) == .authorized else {
      done(.failure(.denied(status)))
      return
    }
    let isAdmitted = usage.withLock { usage -> Bool in
      guard usage.waiting < limits.requests else { return false }
      usage.waiting += 1
      return true
    }
    guard isAdmitted else {
      done(.failure(.tooMany(waiting: limits.requests)))
      return
    }
    queue.async { [self] in
      let result = body()
      usage.withLock { $0.waiting -= 1 }
      done(result)
    }
  }

  private func addNow(_ submissions: [Submission]) -> Result<[PhotoRecord], Refusal> {
    do throws(Refusal) {
      var total = 0
      for submission in submissions { total += try size(of: submission.content) }
      try reserve(assets: submissions.count, bytes: total)
      do throws(Refusal) {
        return .success(try store(submissions))
      } catch {
        release(assets: submissions.count, bytes: total)
        throw error
      }
    } catch {
      return .failure(error)
    }
  }

  /// The size of sealed content, which can then not change.
  private func size(of content: MemoryFile) throws(Refusal) -> Int {
    let seals: MemoryFile.Seals
    let bytes: Int
    do throws(SystemError) {
      seals = try content.seals()
      bytes = try content.size()
    } catch {
      throw .notSealed
    }
    guard seals.isSuperset(of: [.shrink, .grow, .write]) else { throw .notSealed }
    guard (1...limits.assetBytes).contains(bytes) else {
      throw .size(bytes: bytes, limit: limits.assetBytes)
    }
    return bytes
  }

  private func store(_ submissions: [Submission]) throws(Refusal) -> [PhotoRecord] {
    var assets: [NewAsset] = []
    for submission in submissions {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try submission.content.read(maximumBytes: limits.assetBytes)
      } catch {
        throw .notSealed
      }
      assets.append(
        NewAsset(
          bytes: bytes, mediaType: submission.mediaType, claimedType: submission.claimedType,
          created: submission.created, filename: submission.filename))
    }
    do throws(ServiceError) {
      return try library.add(assets, session: session)
    } catch {
      throw error.code == .resourceRefused || error.code == .fileTooLarge
        ? .content(error) : .library(error)
    }
  }

  private func reserve(assets: Int, bytes: Int) throws(Refusal) {
    let fits = usage.withLock { usage -> Bool in
      guard usage.assets + assets <= limits.assets, usage.bytes + bytes <= limits.bytes else {
        return false
      }
      usage.assets += assets
      usage.bytes += bytes
      return true
    }
    guard fits else { throw .limit }
  }

  private func release(assets: Int, bytes: Int) {
    usage.withLock { usage in
      usage.assets -= assets
      usage.bytes -= bytes
    }
  }
}
