// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem
import Synchronization

/// The pictures that a host's sessions show now, so that one that many show is decoded and laid out
/// once.
///
/// Only single files are shared: a folder goes on after each photo of a session, and a film is read on
/// by each. A file is the same when nobody has touched it since, by the kernel's own times.
final class OpenScenes: Sendable {
  private struct Key: Hashable {
    let path: String
    let stamp: FileStamp
  }

  private struct Kept {
    weak var scene: CameraScene?
  }

  private let kept = Mutex<[Key: Kept]>([:])

  /// Opens a source, or takes what a session shows already.
  ///
  /// Blocks while it reads and judges a file; a still picture is decoded meanwhile.
  ///
  /// - Throws: `ServiceError` that names the file.
  func scene(
    _ source: CameraSource, decoder: ImageDecoder
  ) throws(ServiceError) -> CameraScene {
    guard case .image(let path) = source, let key = Self.key(of: path) else {
      return try CameraScene(source, decoder: decoder, decodesLater: true)
    }
    if let known = kept.withLock({ $0[key]?.scene }) { return known }
    let made = try CameraScene(source, decoder: decoder, decodesLater: true)
    return kept.withLock { kept in
      if let known = kept[key]?.scene { return known }
      kept = kept.filter { $0.value.scene != nil }
      kept[key] = Kept(scene: made)
      return made
    }
  }

  /// Whether a source is a file that a session shows now, so that nothing of it has to be decoded.
  func isOpen(_ source: CameraSource) -> Bool {
    guard case .image(let path) = source, let key = Self.key(of: path) else { return false }
    return kept.withLock { $0[key]?.scene != nil }
  }

  private static func key(of path: String) -> Key? {
    guard let stamp = try? FileStamp(of: path, followingLinks: true), stamp.isFile,
      stamp.isSettled
    else { return nil }
    return Key(path: path, stamp: stamp)
  }
}
