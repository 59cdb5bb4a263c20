// SPDX-License-Identifier: MIT

import LockhostSystem

/// Reads one extension's bundle, and checks that its place, point and identifier fit.
struct ExtensionLoader {
  let loader: BundleLoader
  let folder: ExtensionBundle.Folder
  let path: String

  /// Loads the extension.
  ///
  /// - Returns: `nil` for one of the many kinds in `PlugIns/` that are none of lockhost's business.
  func load(_ directory: Directory, appIdentifier: String) throws(DeviceError) -> ExtensionBundle? {
    let info = try loader.info(of: directory, path: path)
    guard let point = try extensionPoint(info) else { return nil }
    if let type = try info.optionalString("CFBundlePackageType"), type != "XPC!" {
      throw DeviceError(
        .wrongPackageType, path: info.path,
        message: "CFBundlePackageType is “\(type)”, and an extension's is “XPC!”",
        fix: "write XPC!")
    }
    let identifier = try loader.identifier(info)
    guard identifier.hasPrefix(appIdentifier + ".") else {
      throw DeviceError(
        .identifierNotPrefixed, path: info.path,
        message: "CFBundleIdentifier is “\(identifier)”, and the app's is “\(appIdentifier)”",
        fix: "begin it with the app's and a dot, such as \(appIdentifier).capture")
    }
    return ExtensionBundle(
      path: path, identity: try loader.identity(directory, path), folder: folder,
      identifier: identifier, name: try loader.name(info, path: path), extensionPoint: point,
      executable: try loader.executable(info, in: directory, path: path),
      usageTexts: try info.usageTexts(),
      captureIntents: try info.strings("LHCameraCaptureIntents"),
      orientations: try info.strings("UISupportedInterfaceOrientations") ?? [])
  }

  /// Finds the extension point, and the mistakes that authors make with it.
  ///
  /// On the real system each of them builds, signs and installs, and then the extension just never
  /// appears.
  private func extensionPoint(_ info: InfoDictionary) throws(DeviceError) -> String? {
    let modern = try info.dictionary("EXAppExtensionAttributes")?
      .optionalString("EXExtensionPointIdentifier")
    let old = try info.dictionary("NSExtension")?.optionalString("NSExtensionPointIdentifier")
    let meansCapture = old?.lowercased().contains("capture") == true
    if modern == nil, let old, folder == .extensions || meansCapture {
      throw DeviceError(
        .oldExtensionKey, path: info.path,
        message: "NSExtension › NSExtensionPointIdentifier declares \(old); capture extensions are "
          + "declared with EXAppExtensionAttributes",
        fix: "write EXAppExtensionAttributes › EXExtensionPointIdentifier = "
          + "\(ExtensionBundle.capturePoint), and remove NSExtension")
    }
    guard let point = modern ?? old else {
      let key =
        folder == .extensions
        ? "EXAppExtensionAttributes › EXExtensionPointIdentifier"
        : "NSExtension › NSExtensionPointIdentifier"
      throw DeviceError(
        .keyMissing, path: info.path, message: "\(key) is missing",
        fix: "declare the extension point; a capture extension's is \(ExtensionBundle.capturePoint)"
      )
    }
    guard loader.points.contains(point) else {
      if modern == nil { return nil }
      throw DeviceError(
        .wrongExtensionPoint, path: info.path,
        message: "the extension point “\(point)” is not known",
        fix: "a capture extension's is \(ExtensionBundle.capturePoint), a control widget's is "
          + ExtensionBundle.widgetPoint)
    }
    let right: ExtensionBundle.Folder = modern == nil ? .plugIns : .extensions
    guard folder == right else {
      throw DeviceError(
        .wrongFolder, path: path,
        message: "an extension for \(point) lies in \(right.rawValue)/, not in \(folder.rawValue)/",
        fix: "embed it in \(right.rawValue)/; `lockhost build` does so by itself")
    }
    return point
  }
}
