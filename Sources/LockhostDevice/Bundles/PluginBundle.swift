// SPDX-License-Identifier: MIT

import LockhostSystem

/// A plug-in of somebody's own extension point: a `Y.appex` that stands alone, outside of any app.
public enum PluginBundle {
  /// Loads and checks a plug-in's bundle.
  ///
  /// Nothing of it is run, and no link in it is followed. It declares its point in
  /// `EXAppExtensionAttributes`, as every ExtensionKit extension does; in a folder `PlugIns`, in
  /// `NSExtension`.
  ///
  /// - Parameter path: The path of `Y.appex`.
  /// - Parameter point: The identifier of the extension point that it must declare.
  /// - Throws: `DeviceError` with a code of `LH10xx`.
  public static func load(
    at path: String, point: String
  ) throws(DeviceError) -> ExtensionBundle {
    let loader = BundleLoader(points: [point])
    let (directory, path) = try loader.open(bundleAt: path)
    let info = try InfoDictionary(in: directory, path: path)
    let identifier = try loader.identifier(info)
    // The identifier is held against an app's elsewhere; alone, it is its own.
    let owner = identifier.split(separator: ".").dropLast().joined(separator: ".")
    // What lies in an app's PlugIns/ declares its point in the older way.
    let parent = path.split(separator: "/").dropLast().last.map(String.init)
    let extensionLoader = ExtensionLoader(
      loader: loader, folder: parent.flatMap(ExtensionBundle.Folder.init) ?? .extensions,
      path: path)
    guard let bundle = try extensionLoader.load(directory, appIdentifier: owner) else {
      throw DeviceError(
        .wrongExtensionPoint, path: info.path, message: "it is no plug-in for \(point)",
        fix: "write EXAppExtensionAttributes › EXExtensionPointIdentifier = \(point)")
    }
    return bundle
  }
}
