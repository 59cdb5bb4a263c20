// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// What an app and its extension tell each other: one small JSON text for each capture intent.
///
/// Read from the disk each time, so what one process sets is what the other gets next.
public struct ContextStore: Sendable {
  /// The most bytes of one context, as it is encoded.
  public static let maximumBytes = 4_096

  let path: String
  let directory: Directory

  /// Reads the context of an app's intent.
  ///
  /// - Returns: `nil` if none is set.
  /// - Throws: `DeviceError` with `contextCorrupt` once for a file that lockhost did not write, which
  ///   is set aside.
  public func get(application: String, intent: String) throws(DeviceError) -> [UInt8]? {
    let place = try place(application, intent)
    do {
      return try AtomicFile.read(
        place.name, in: directory.directory(place.folder), maximumBytes: Self.maximumBytes)
    } catch let error where error.code == ENOENT {
      return nil
    } catch let error where [EFBIG, EINVAL, ELOOP].contains(error.code) {
      try setAside(place)
      throw DeviceError(
        .contextCorrupt, path: place.path,
        message: "the stored context is not one that lockhost wrote, and was set aside",
        fix: "let the app set its context again", cause: error)
    } catch {
      throw .store(error, path: place.path, doing: "read the app context")
    }
  }

  /// Stores the context of an app's intent; `nil` clears it.
  ///
  /// - Parameter data: The encoded context.
  /// - Throws: `DeviceError` with `contextTooLarge`, which names the size.
  public func set(
    _ data: [UInt8]?, application: String, intent: String
  ) throws(DeviceError) {
    let place = try place(application, intent)
    guard (data?.count ?? 0) <= Self.maximumBytes else {
      throw DeviceError(
        .contextTooLarge,
        message: "the context of \(intent) is \(data?.count ?? 0) bytes of JSON, and "
          + "\(Self.maximumBytes) are allowed",
        fix: "store less: what is large belongs into a file of the bundle")
    }
    try DeviceError.storing("write the app context", at: place.path) { () throws(SystemError) in
      let folder = try directory.directory(place.folder, creating: 0o700)
      guard let data else {
        try folder.unlinkIfPresent(place.name)
        return
      }
      try AtomicFile.write(data, to: place.name, in: folder)
    }
  }

  /// Removes what writers that were killed have left beside the contexts.
  func removeLeftovers() throws(SystemError) {
    for name in try directory.names() where try directory.facts(of: name).kind == .directory {
      try AtomicFile.removeLeftovers(in: try directory.directory(name))
    }
  }

  private struct Place {
    let folder: FileName
    let name: FileName
    let path: String
  }

  private func place(_ application: String, _ intent: String) throws(DeviceError) -> Place {
    let folder = try StoredName.folder(application, naming: "bundle")
    let name = try StoredName.folder(intent + ".json", naming: "intent")
    return Place(folder: folder, name: name, path: "\(path)/\(application)/\(intent).json")
  }

  private func setAside(_ place: Place) throws(DeviceError) {
    try DeviceError.storing("set a damaged context aside", at: place.path) {
      () throws(SystemError) in
      let folder = try directory.directory(place.folder)
      guard
        let aside = FileName(bytes: Array(place.name.bytes.prefix(200)) + Array(".damaged".utf8))
      else { throw SystemError(call: "renameat2(2)", code: EINVAL) }
      try folder.move(place.name, to: folder, as: aside, replacing: true)
    }
  }
}
