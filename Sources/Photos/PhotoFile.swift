// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem

/// One file on its way into the library.
struct PhotoFile: Sendable {
  enum Content: Sendable {
    case data(Data)
    case file(URL)
  }

  /// How much is copied at once.
  private static let chunkBytes = 1 << 20

  let type: PHAssetResourceType
  let content: Content
  let filename: String?
  let uniformTypeIdentifier: String?
  /// The file to remove when it is in the library.
  let original: URL?

  init(type: PHAssetResourceType, content: Content, options: PHAssetResourceCreationOptions?) {
    self.type = type
    self.content = content
    uniformTypeIdentifier = options?.uniformTypeIdentifier
    switch content {
    case .data:
      filename = options?.originalFilename
      original = nil
    case .file(let url):
      filename = options?.originalFilename ?? url.lastPathComponent
      original = options?.shouldMoveFile == true ? url : nil
    }
  }

  /// The file's bytes in a memory file that nobody can change any more.
  ///
  /// - Throws: `PHPhotosError` when the file cannot be read or there is no memory.
  func sealed() throws(PHPhotosError) -> MemoryFile {
    do {
      let file = try MemoryFile.create(name: "photo")
      switch content {
      case .data(let data):
        guard !data.isEmpty else { throw PHPhotosError(.invalidResource, "the file is empty") }
        for start in stride(from: data.startIndex, to: data.endIndex, by: Self.chunkBytes) {
          let end = min(start + Self.chunkBytes, data.endIndex)
          try file.descriptor.writeAll([UInt8](data[start..<end]))
        }
      case .file(let url):
        let handle = try FileHandle(forReadingFrom: url)
        while let chunk = try handle.read(upToCount: Self.chunkBytes), !chunk.isEmpty {
          try file.descriptor.writeAll([UInt8](chunk))
        }
        guard try file.size() > 0 else {
          throw PHPhotosError(.invalidResource, "\(url.lastPathComponent) is empty")
        }
      }
      try file.addSeals(.finished)
      return file
    } catch let error as PHPhotosError {
      throw error
    } catch let error as SystemError {
      throw PHPhotosError(.notEnoughSpace, "\(error)")
    } catch {
      throw PHPhotosError(.missingResource, error.localizedDescription)
    }
  }
}
