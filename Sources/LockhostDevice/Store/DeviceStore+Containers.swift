// SPDX-License-Identifier: MIT

import LockhostSystem

extension DeviceStore {
  /// Opens the lasting folder of an app, making it if there is none.
  ///
  /// As root, the folder belongs to a user of the app's own, which stays the same.
  ///
  /// - Parameter settings: The settings as they are now; nil reads them.
  /// - Throws: `DeviceError` with `nameInvalid`, or what makes the store unusable.
  public func container(
    of application: String, settings: DeviceSettings? = nil
  ) throws(DeviceError) -> AppContainer {
    let name = try StoredName.folder(application, naming: "bundle")
    let user = try userIdentifier(of: application, settings)
    let path = path + "/containers/" + application
    return try DeviceError.storing("open the app's container", at: path) {
      () throws(SystemError) in
      let directory = try directory.directory(StoredName.containers)
        .directory(name, creating: 0o700)
      let facts = try directory.facts()
      if let user, facts.user != user { try directory.give(to: user) }
      return AppContainer(
        application: application, path: path, directory: directory, identity: facts.identity,
        userIdentifier: user)
    }
  }

  /// The user of the host that an app's container belongs to; `nil` unless lockhost runs as root.
  private func userIdentifier(
    of application: String, _ settings: DeviceSettings?
  ) throws(DeviceError) -> UInt32? {
    guard let users else { return nil }
    let present = if let settings { settings } else { try self.settings() }
    if let known = present.applicationUsers[application] { return known }
    let settings = try updateSettings { settings in
      guard settings.applicationUsers[application] == nil else { return }
      let taken = Set(settings.applicationUsers.values)
      var identifier = UInt32.random(in: users.applications)
      while taken.contains(identifier) { identifier = UInt32.random(in: users.applications) }
      settings.applicationUsers[application] = identifier
    }
    return settings.applicationUsers[application]
  }

  /// Finishes what hosts that died have left: at each start.
  ///
  /// Sessions whose lock is free are handed over, wiped and recorded as interrupted; live ones are
  /// not touched. Safe to call from several processes at once.
  ///
  /// - Parameter patience: How long to wait for sandboxes that are still dying.
  @discardableResult
  public func collectAbandoned(
    patience: Duration = .seconds(1)
  ) throws(DeviceError) -> [CollectedSession] {
    try DeviceError.storing("clear leftovers", at: path) { () throws(SystemError) in
      try AtomicFile.removeLeftovers(in: directory)
      try contexts.removeLeftovers()
    }
    return try sessions.collectAbandoned(patience: patience) { (application) throws(DeviceError) in
      try container(of: application)
    }
  }
}
