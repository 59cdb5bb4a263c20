// SPDX-License-Identifier: MIT

/// What one program of an app may use: what the app was granted, as far as the program says why.
///
/// A permission is the app's, and its extensions inherit it. The text that says what it is for is each
/// bundle's own: a program that uses something without saying why is refused it, and on a phone ended
/// for it. `Docs/Permissions.md` has the table.
public struct EffectivePermission: Hashable, Sendable {
  /// Where the program's right stands.
  public let status: PermissionGrant.Status
  /// Why it is refused; nil for what is granted, or can still be asked for.
  public let reason: String?

  /// Works out what a program may use.
  ///
  /// - Parameters:
  ///   - permission: What is to be used.
  ///   - grant: What the device knows of the app's permission.
  ///   - program: The bundle identifier of the program: the app's or an extension's.
  ///   - usageTexts: The usage texts of the program's own bundle.
  public init(
    _ permission: Permission, grant: PermissionGrant, program: String,
    usageTexts: [Permission: String]
  ) {
    guard usageTexts[permission] != nil else {
      // What was never asked for stays so: nothing was refused yet.
      status = grant.status == .restricted ? .restricted : .denied
      reason = "\(program) has no \(permission.usageTextKey) in its Info.plist"
      return
    }
    status = grant.status
    switch grant.status {
    case .authorized, .notDetermined: reason = nil
    case .denied, .restricted:
      reason = "\(permission.title): \(grant.status.title), \(grant.origin)"
    }
  }
}
