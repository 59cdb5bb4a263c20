// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LockhostSystem

extension DeviceStore {
  /// The largest settings file that is read.
  private static let settingsLimit = 4 << 20

  /// Reads the settings; those of a new device if there are none.
  ///
  /// Settings that cannot be read are set aside under another name, and the error says so. The next
  /// call then finds a new device: nothing is lost, and nothing is reset in silence.
  ///
  /// - Throws: `DeviceError` with `settingsCorrupt`, `settingsFromTheFuture`, `storeUnreadable`.
  public func settings() throws(DeviceError) -> DeviceSettings {
    let file = path + "/settings.json"
    let bytes: [UInt8]
    do {
      bytes = try AtomicFile.read(
        StoredName.settings, in: directory, maximumBytes: Self.settingsLimit)
    } catch let error where error.code == ENOENT {
      return DeviceSettings()
    } catch let error where error.code == EFBIG {
      throw setAside(file, because: "they are larger than \(Self.settingsLimit) bytes")
    } catch {
      throw .store(error, path: file, doing: "read the settings")
    }
    struct Version: Decodable { let version: Int }
    do {
      let version = try StoredJSON.decode(Version.self, from: bytes).version
      guard version <= DeviceSettings.currentVersion else {
        throw DeviceError(
          .settingsFromTheFuture, path: file,
          message: "version \(version) of the settings, and this lockhost knows "
            + "\(DeviceSettings.currentVersion)",
          fix: "use the newer lockhost, or another device with --device")
      }
      return try StoredJSON.decode(DeviceSettings.self, from: bytes)
    } catch let error as DeviceError {
      throw error
    } catch {
      throw setAside(file, because: Self.reason(error))
    }
  }

  /// Changes the settings, one process at a time.
  ///
  /// Waits for another process that is changing them.
  ///
  /// - Returns: The settings as they are now stored.
  @discardableResult
  public func updateSettings(
    _ change: (inout DeviceSettings) -> Void
  ) throws(DeviceError) -> DeviceSettings {
    let file = path + "/settings.json"
    let lock = try DeviceError.storing("lock the settings", at: file) { () throws(SystemError) in
      try FileLock.take(StoredName.settingsLock, in: directory, waiting: true)
    }
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    let before = settings
    change(&settings)
    if settings == before, (try? directory.contains(StoredName.settings)) == true {
      return settings
    }
    let bytes: [UInt8]
    do {
      bytes = try StoredJSON.encode(settings, pretty: true)
    } catch {
      throw DeviceError(
        .settingsCorrupt, path: file, message: "the new settings cannot be written as JSON",
        fix: "report this as a bug in lockhost")
    }
    try DeviceError.storing("write the settings", at: file) { () throws(SystemError) in
      try AtomicFile.write(bytes, to: StoredName.settings, in: directory)
    }
    return settings
  }

  /// Gives a damaged settings file another name.
  ///
  /// - Returns: The error to throw.
  private func setAside(_ file: String, because reason: String) -> DeviceError {
    let aside = "settings.damaged-\(StoredTime.currentName).json"
    do {
      guard let name = FileName(aside) else {
        throw SystemError(call: "renameat2(2)", code: EINVAL)
      }
      try directory.move(StoredName.settings, to: directory, as: name, replacing: true)
    } catch {
      return DeviceError(
        .settingsCorrupt, path: file, message: "the settings cannot be read (\(reason))",
        fix: "repair the file, or move it away")
    }
    return DeviceError(
      .settingsCorrupt, path: file,
      message: "the settings could not be read (\(reason)) and were set aside as \(aside)",
      fix: "run the command again to go on with new settings, or repair \(aside) and rename it back"
    )
  }

  /// Says in a few words where a decoder stopped.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "not JSON" }
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? "" : " at \(path)"
    }
    switch error {
    case .keyNotFound(let key, let context): return "no “\(key.stringValue)”\(place(context))"
    case .typeMismatch(_, let context): return "a value of the wrong type\(place(context))"
    case .valueNotFound(_, let context): return "a value is missing\(place(context))"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "not JSON" : "a value that is not known\(place(context))"
    @unknown default: return "not JSON"
    }
  }
}
