// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSystem

/// Answers about permissions that change while the session runs.
extension Session {
  /// How often the device's settings are looked at; one call of the kernel each time.
  private static let settingsInterval = Duration.milliseconds(250)

  /// Follows the device's settings until the session is over.
  func followPermissions() {
    guard plan.factory != nil else { return }
    let known = try? plan.found.store.settingsFacts()
    follow(known)
  }

  private func follow(_ known: SettingsFacts?) {
    settingsWatch = loop.schedule(at: .now.advanced(by: Self.settingsInterval)) { [weak self] in
      self?.assumeIsolated { $0.lookAtSettings(known) }
    }
  }

  private func lookAtSettings(_ known: SettingsFacts?) {
    guard record == nil || app != nil else { return }
    let now = try? plan.found.store.settingsFacts()
    follow(now)
    guard now != known else { return }
    let (store, bundle, origin) = (plan.found.store, plan.found.bundle, plan.found.origin)
    Task {
      // Settings that cannot be read now are looked at again when they change the next time.
      let grants = try? await WorkQueue.run { () throws(DeviceError) in
        try store.permissions(of: bundle, origin: origin)
      }
      if let grants { take(grants) }
    }
  }

  /// Ends what runs when something that it may have used was taken back, as the system does: a program
  /// cannot be asked to forget what it has open.
  private func take(_ grants: [Permission: PermissionGrant]) {
    guard let withdrawn = plan.factory?.permissions.update(grants).first else { return }
    tell(.event("\(withdrawn.title): taken back"))
    for guest in [guest, app] {
      guest?.assumeIsolated { $0.end(.permissionRevoked(withdrawn)) }
    }
  }
}
