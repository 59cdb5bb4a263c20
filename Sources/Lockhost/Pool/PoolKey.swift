// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostSystem

/// What a guest that was made ready is good for: a request with any other key needs another guest.
///
/// Permissions, camera and lock state are not in it: they reach a guest through services, which are
/// made when its session begins.
struct PoolKey: Hashable, Sendable {
  /// The folder of the device, whose sessions and users the guest has one of.
  let device: String
  /// The app as it was loaded, with the identity of each program file; a file cannot be written while
  /// a guest runs it, so the same identity is the same program.
  let application: AppBundle
  /// The bundle's files and folders when it was judged: what was added to it counts as well.
  let files: [String: FileStamp]
  /// The kind of plug-in.
  let point: String
  /// What it may call.
  let policy: Policy
  /// The tier that is demanded; nil for the strongest that there is.
  let tier: SandboxTier?

  /// Whether this is for the same extension of the same device, perhaps in an older state.
  func isForSameExtension(as other: PoolKey) -> Bool {
    device == other.device && application.identifier == other.application.identifier
      && point == other.point
  }
}
