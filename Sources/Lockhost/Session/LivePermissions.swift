// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import Synchronization

/// What the device grants an app, as it stands now: answers change while a session runs.
///
/// Shared by the session's guests; each gets its own view, since usage texts are each bundle's own.
final class LivePermissions: Sendable {
  private let grants: Mutex<[Permission: PermissionGrant]>
  private let reported = Mutex<Set<String>>([])

  init(_ grants: [Permission: PermissionGrant]) {
    self.grants = Mutex(grants)
  }

  /// Takes newer answers.
  ///
  /// - Returns: The permissions that were granted before and are no longer.
  func update(_ newer: [Permission: PermissionGrant]) -> [Permission] {
    grants.withLock { grants in
      let withdrawn = Permission.allCases.filter {
        grants[$0]?.status == .authorized && newer[$0]?.status != .authorized
      }
      grants = newer
      return withdrawn
    }
  }

  /// The view of one program.
  ///
  /// - Parameter onRefusal: Told, once for each permission, that a program asked for something which
  ///   its own bundle gives no reason for.
  func view(
    of program: String, usageTexts: [Permission: String],
    onRefusal: @escaping @Sendable (String) -> Void
  ) -> Permissions {
    Permissions { permission in
      let grant = self.grants.withLock { $0[permission] } ?? .notDetermined
      let effective = EffectivePermission(
        permission, grant: grant, program: program, usageTexts: usageTexts)
      if usageTexts[permission] == nil, let reason = effective.reason,
        self.reported.withLock({ $0.insert(reason).inserted })
      {
        onRefusal("\(permission.title) is refused: \(reason)")
      }
      return effective.status
    }
  }
}
