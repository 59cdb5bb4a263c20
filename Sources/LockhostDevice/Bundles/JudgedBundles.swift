// SPDX-License-Identifier: MIT

import LockhostSystem
import Synchronization

/// The bundles that a process has judged, for as long as nothing of them changes.
///
/// A judgement is kept by the stamps of all that it depends on, and asked of the kernel anew each time;
/// a bundle with a mistake is never kept, nor one that was changed just before it was read. Any thread.
public final class JudgedBundles: Sendable {
  /// The most that are kept; past it all are forgotten.
  private static let limit = 64

  private let known = Mutex<[String: JudgedBundle]>([:])

  /// Knows nothing yet.
  public init() {}

  /// Loads a bundle, or says what is known of it when nothing of it has changed.
  ///
  /// - Throws: As ``AppBundle/load(at:points:)``.
  public func bundle(at path: String) throws(DeviceError) -> JudgedBundle {
    if let judged = known.withLock({ $0[path] }), judged.isStillTrue(at: path) { return judged }
    let judged: JudgedBundle
    do {
      judged = try JudgedBundle(at: path)
    } catch {
      known.withLock { $0[path] = nil }
      throw error
    }
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[path] = judged.isKeepable ? judged : nil
    }
    return judged
  }
}
