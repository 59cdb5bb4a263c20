// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// Finds the pictures in a folder that a person named.
enum ImageFolder {
  /// How many pictures a folder may hold.
  static let maximumFiles = 1000

  /// Lists JPEG and PNG files by their names' extensions, sorted by name, without subfolders and
  /// hidden files.
  ///
  /// - Throws: `ServiceError` with `unreadable` or `emptyFolder`.
  static func files(in path: String) throws(ServiceError) -> [String] {
    guard let folder = unsafe opendir(path) else {
      throw ServiceError(.unreadable, path, cause: SystemError(call: "opendir(3)", code: errno))
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if isImage(name) { names.append(name) }
      guard names.count <= maximumFiles else {
        throw ServiceError(.unreadable, path, "it holds more than \(maximumFiles) images")
      }
    }
    guard !names.isEmpty else { throw ServiceError(.emptyFolder, path) }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    return names.sorted().map { prefix + $0 }
  }

  private static func isImage(_ name: String) -> Bool {
    let lower = name.lowercased()
    return !name.hasPrefix(".") && [".jpg", ".jpeg", ".png"].contains { lower.hasSuffix($0) }
  }
}
