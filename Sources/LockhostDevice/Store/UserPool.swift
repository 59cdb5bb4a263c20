// SPDX-License-Identifier: MIT

import LockhostSystem

/// The unprivileged users of the host that sandboxes are mapped to when lockhost runs as root.
///
/// The identifiers lie far above those that systems, containers and `subuid` ranges use. Each live
/// session has one of its own; an app keeps its one, since its container belongs to it.
struct UserPool: Sendable {
  /// The identifiers that sessions get.
  let sessions: ClosedRange<UInt32>
  /// The identifiers that apps get.
  let applications: ClosedRange<UInt32>

  /// The ranges on a system where every identifier exists.
  static let ordinary = UserPool(
    sessions: 2_000_000_000...2_099_999_999, applications: 2_100_000_000...2_139_999_999)

  /// Chooses the ranges from the identifiers that exist in this user namespace.
  ///
  /// - Returns: `nil` where there is no room: then everything stays this process's own user.
  init?(mapped: [ClosedRange<UInt32>]) {
    let ordinary = UserPool.ordinary
    if mapped.contains(where: {
      $0.contains(ordinary.sessions.lowerBound) && $0.contains(ordinary.applications.upperBound)
    }) {
      self = ordinary
      return
    }
    // A rootless container: the upper half of its last range, where no package puts its users.
    guard let last = mapped.max(by: { $0.upperBound < $1.upperBound }), last.count >= 4_096 else {
      return nil
    }
    let quarter = UInt32(last.count / 4)
    let top = last.upperBound
    sessions = (top - 2 * quarter + 1)...(top - quarter)
    applications = (top - quarter + 1)...(top - 1)
  }

  private init(sessions: ClosedRange<UInt32>, applications: ClosedRange<UInt32>) {
    self.sessions = sessions
    self.applications = applications
  }

  /// An identifier that is claimed for as long as this lives.
  struct Claim: Sendable {
    let identifier: UInt32
    let name: FileName
    let lock: FileLock
  }

  /// Claims an identifier for a session.
  ///
  /// The claim ends with the process at the latest.
  ///
  /// - Returns: `nil` after a hundred taken ones in a row, which only a broken folder explains.
  func claim(in claims: Directory) throws(SystemError) -> Claim? {
    for _ in 0..<100 {
      let identifier = UInt32.random(in: sessions)
      guard let name = FileName(String(identifier)) else { continue }
      if let lock = try FileLock.take(name, in: claims, waiting: false) {
        return Claim(identifier: identifier, name: name, lock: lock)
      }
    }
    return nil
  }

  /// Removes the claims of processes that are gone.
  static func removeLeftovers(in claims: Directory) throws(SystemError) {
    for name in try claims.names() {
      guard let lock = try FileLock.take(name, in: claims, waiting: false) else { continue }
      try claims.unlink(name)
      _ = consume lock
    }
  }
}
