// SPDX-License-Identifier: MIT

extension DeviceStore {
  /// Says what an app may use, and who said so.
  ///
  /// What the person answered holds before all else. Beyond that, a bundle that is being developed
  /// gets the camera and photo adding if it has the usage texts, since nobody is there to be asked;
  /// the decision says so at its rule. An extension has its app's permissions.
  public func permissions(
    of bundle: AppBundle, origin: BundleOrigin
  ) throws(DeviceError) -> [Permission: PermissionGrant] {
    try settings().permissions(of: bundle, origin: origin)
  }

  /// Stores the person's answer about one permission of one app; `nil` takes it back.
  public func setPermission(
    _ permission: Permission, of identifier: String, to grant: PermissionGrant?
  ) throws(DeviceError) {
    _ = try StoredName.folder(identifier, naming: "bundle")
    try updateSettings { settings in
      settings.permissions[identifier, default: [:]][permission.rawValue] = grant
      if settings.permissions[identifier]?.isEmpty == true {
        settings.permissions[identifier] = nil
      }
    }
  }
}

extension DeviceSettings {
  /// Says what an app may use by these settings; see ``DeviceStore/permissions(of:origin:)``.
  public func permissions(
    of bundle: AppBundle, origin: BundleOrigin
  ) -> [Permission: PermissionGrant] {
    let answers = permissions[bundle.identifier] ?? [:]
    var grants: [Permission: PermissionGrant] = [:]
    for permission in Permission.allCases {
      if let answer = answers[permission.rawValue] {
        grants[permission] = answer
      } else if grantsDevelopmentBundles,
        permission == .camera || permission == .photosAdd,
        let reason = origin.grantReason, bundle.usageTexts[permission] != nil
      {
        grants[permission] = PermissionGrant(status: .authorized, origin: reason)
      } else {
        grants[permission] = .notDetermined
      }
    }
    return grants
  }
}
