// SPDX-License-Identifier: MIT

import LockhostSystem

extension DeviceStore {
  /// Loads an app by the words of a person: a path to a `.app`, or the identifier of an installed
  /// one.
  ///
  /// What contains a slash or ends in `.app` is a path, since identifiers do neither.
  ///
  /// - Throws: `DeviceError` with `applicationNotInstalled`, or for what is wrong with the bundle.
  public func application(
    named words: String
  ) throws(DeviceError) -> (bundle: AppBundle, origin: BundleOrigin) {
    let (place, origin) = try place(ofApplication: words)
    return (try AppBundle.load(at: place), origin)
  }

  /// Where an app lies, by the words of a person; see ``application(named:)``.
  ///
  /// - Throws: `DeviceError` with `applicationNotInstalled`.
  public func place(
    ofApplication words: String
  ) throws(DeviceError) -> (path: String, origin: BundleOrigin) {
    guard !words.contains("/"), !words.hasSuffix(".app") else { return (words, .path) }
    let name = try StoredName.folder(words + ".app", naming: "bundle")
    let isInstalled = try DeviceError.storing("look for the app", at: path) {
      () throws(SystemError) in
      try directory.directory(StoredName.apps).contains(name)
    }
    guard isInstalled else {
      throw DeviceError(
        .applicationNotInstalled, message: "no app “\(words)” is installed on \(device)",
        fix: "name a bundle by its path, such as ./\(words).app")
    }
    return ("\(path)/apps/\(words).app", .installed)
  }
}
