// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// A video file that is read piece by piece, as its pictures are wanted.
///
/// Nothing is mapped: a file that somebody cuts off meanwhile ends a read, not the host.
final class VideoStorage: Sendable {
  /// The largest video file that is opened.
  static let maximumBytes = 8 << 30

  /// What errors call it.
  let path: String
  /// The size when it was opened.
  let byteCount: Int
  private let descriptor: SharedDescriptor

  /// Opens a regular file.
  ///
  /// - Throws: `ServiceError` with `unreadable` or `fileTooLarge`.
  init(path: String) throws(ServiceError) {
    self.path = path
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else {
      throw ServiceError(.unreadable, path, cause: SystemError(call: "open(2)", code: errno))
    }
    descriptor = SharedDescriptor(adopting: number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ServiceError(.unreadable, path, "it is not a regular file")
    }
    byteCount = status.st_size
    guard byteCount <= Self.maximumBytes else {
      throw ServiceError(
        .fileTooLarge, path, "\(byteCount) bytes; the limit is \(Self.maximumBytes >> 30) GiB")
    }
  }

  /// Reads a piece.
  ///
  /// - Returns: Exactly so many bytes; `nil` when the file has not that many there.
  func read(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
      return nil
    }
    return piece(at: offset, upTo: count, exactly: true)
  }

  /// Reads a piece that may end with the file.
  func readUp(to count: Int, at offset: Int) -> [UInt8] {
    guard offset >= 0, offset < byteCount, count > 0 else { return [] }
    return piece(at: offset, upTo: min(count, byteCount - offset), exactly: false) ?? []
  }

  private func piece(at offset: Int, upTo count: Int, exactly: Bool) -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let part = unsafe pread(descriptor.rawValue, base + filled, count - filled, offset + filled)
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return }
        filled += part
      }
    }
    return exactly && bytes.count != count ? nil : bytes
  }
}
