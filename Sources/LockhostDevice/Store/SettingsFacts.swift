// SPDX-License-Identifier: MIT

public import LockhostSystem

/// Which settings file is there: enough to see that another one took its place.
public struct SettingsFacts: Hashable, Sendable {
  let identity: FileIdentity
}

extension DeviceStore {
  /// Looks which settings file is there, without reading it.
  ///
  /// Every change of the settings puts a new file in place of the old one.
  public func settingsFacts() throws(SystemError) -> SettingsFacts {
    SettingsFacts(identity: try directory.facts(of: StoredName.settings).identity)
  }

  /// Looks at the settings file, which people may also change by hand, without reading it.
  public func settingsStamp() throws(SystemError) -> FileStamp {
    try FileStamp(of: path + "/settings.json")
  }
}
