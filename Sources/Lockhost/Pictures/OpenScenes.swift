// SPDX-License-Identifier: MIT

import Glibc
import LockhostServices
import Synchronization

/// The pictures that a host's sessions show now, so that one that many show is decoded and laid out
/// once.
///
/// Only single files are shared: a folder goes on after each photo of a session, and a film is read on
/// by each. A file is the same when nobody has touched it since, by the kernel's own times.
final class OpenScenes: Sendable {
  private struct Key: Hashable {
    let path: String
    let device: UInt64
    let inode: UInt64
    let bytes: Int
    let modified: Int
    let changed: Int
  }

  private struct Kept {
    weak var scene: CameraScene?
  }

  /// How long ago a file must have changed before its times tell its states apart, in nanoseconds: file
  /// systems note times in steps, the coarsest in use in steps of two seconds.
  private static let coarsestStep = 2_000_000_000

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

  private static func key(of path: String) -> Key? {
    var (facts, now) = (stat(), timespec())
    guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let changed = nanoseconds(facts.st_ctim)
    guard nanoseconds(now) - changed > coarsestStep else { return nil }
    return Key(
      path: path, device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino),
      bytes: Int(facts.st_size), modified: nanoseconds(facts.st_mtim), changed: changed)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }
}
