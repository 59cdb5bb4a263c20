// SPDX-License-Identifier: MIT

package import LockhostDevice

/// What services know of the device's permissions: how they stand, and how to ask for one.
///
/// Two closures, so that services need not know where permissions are kept, nor how a person is
/// asked. Both are called from any thread and must not block.
package struct Permissions: Sendable {
  private let reading: @Sendable (Permission) -> PermissionGrant.Status
  private let asking:
    @Sendable (Permission, @escaping @Sendable (PermissionGrant.Status) -> Void) -> Void

  /// Makes permissions out of closures.
  ///
  /// - Parameters:
  ///   - reading: How a permission stands now.
  ///   - asking: Asks the person if that is possible now, and calls back exactly once, from any
  ///     thread. On a locked device nobody can be asked: then it answers how things stand.
  package init(
    reading: @escaping @Sendable (Permission) -> PermissionGrant.Status,
    asking:
      @escaping @Sendable (
        Permission, @escaping @Sendable (PermissionGrant.Status) -> Void
      ) -> Void
  ) {
    self.reading = reading
    self.asking = asking
  }

  /// Makes permissions that nobody can be asked about.
  package init(reading: @escaping @Sendable (Permission) -> PermissionGrant.Status) {
    self.init(reading: reading) { permission, done in done(reading(permission)) }
  }

  /// How a permission stands now.
  package func status(of permission: Permission) -> PermissionGrant.Status { reading(permission) }

  /// Asks the person, unless they have answered before.
  package func request(
    _ permission: Permission, then done: @escaping @Sendable (PermissionGrant.Status) -> Void
  ) {
    let known = reading(permission)
    if known == .notDetermined { asking(permission, done) } else { done(known) }
  }
}
