// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// Reads bundles from held directories, and checks each thing that a launch relies on.
struct BundleLoader {
  let points: Set<String>
  /// Who notes what is read; nil when nobody wants to know.
  var witness: BundleWitness?

  /// The most extensions of one app.
  private static let extensionLimit = 64

  func app(at given: String) throws(DeviceError) -> AppBundle {
    let path = try Self.realPath(given)
    witness?.note(path)
    let directory = try open(path)
    guard path.hasSuffix(".app") else {
      throw DeviceError(
        .notABundle, path: path, message: "an app's bundle is called NAME.app",
        fix: "name the .app that `lockhost build` has made")
    }
    let info = try info(of: directory, path: path)
    if let type = try info.optionalString("CFBundlePackageType"), type != "APPL" {
      throw DeviceError(
        .wrongPackageType, path: info.path,
        message: "CFBundlePackageType is “\(type)”, and an app's is “APPL”",
        fix: type == "XPC!" ? "launch the app that this extension is in" : "write APPL")
    }
    let identifier = try identifier(info)
    let executable = try executable(info, in: directory, path: path)
    let extensions = try extensions(in: directory, path: path, of: identifier)
    return AppBundle(
      path: path, identity: try identity(directory, path), identifier: identifier,
      name: try name(info, path: path),
      version: try info.optionalString("CFBundleShortVersionString") ?? "",
      executable: executable, usageTexts: try info.usageTexts(),
      captureIntents: try info.strings("LHCameraCaptureIntents"),
      activityTypes: try info.strings("NSUserActivityTypes") ?? [], extensions: extensions)
  }

  /// Opens a bundle that stands alone.
  func open(bundleAt given: String) throws(DeviceError) -> (directory: Directory, path: String) {
    let path = try Self.realPath(given)
    return (try open(path), path)
  }

  /// Loads what is in `Extensions/` and `PlugIns/`.
  private func extensions(
    in app: Directory, path: String, of identifier: String
  ) throws(DeviceError) -> [ExtensionBundle] {
    var found: [ExtensionBundle] = []
    for folder in ExtensionBundle.Folder.allCases {
      let folderPath = "\(path)/\(folder.rawValue)"
      let name = try SessionStore.name(folder.rawValue)
      guard let directory = try subdirectory(name, in: app, path: folderPath) else { continue }
      let names: [FileName]
      do {
        names = try directory.names(limit: Self.extensionLimit)
      } catch {
        throw unreadable(error, folderPath)
      }
      for name in names {
        guard let text = name.text, text.hasSuffix(".appex") else { continue }
        let path = "\(folderPath)/\(text)"
        guard let bundle = try subdirectory(name, in: directory, path: path) else { continue }
        let loader = ExtensionLoader(loader: self, folder: folder, path: path)
        if let loaded = try loader.load(bundle, appIdentifier: identifier) { found.append(loaded) }
      }
    }
    let capturing = found.filter { $0.extensionPoint == ExtensionBundle.capturePoint }
    guard capturing.count <= 1 else {
      throw DeviceError(
        .severalCaptureExtensions, path: path,
        message: "\(capturing.map(\.identifier).joined(separator: " and ")) are both capture "
          + "extensions",
        fix: "keep one of them: the system starts one for an app")
    }
    return found
  }

  /// What a bundle says of itself.
  func info(of bundle: Directory, path: String) throws(DeviceError) -> InfoDictionary {
    witness?.note(path + "/Info.plist")
    return try InfoDictionary(in: bundle, path: path)
  }

  /// The bundle identifier, checked.
  func identifier(_ info: InfoDictionary) throws(DeviceError) -> String {
    let identifier = try info.string(
      "CFBundleIdentifier", fix: "write one, such as com.example.camera")
    let isPlain = identifier.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
      default: false
      }
    }
    guard isPlain, identifier.utf8.count <= 155, !identifier.hasPrefix("."),
      !identifier.hasSuffix("."), !identifier.contains("..")
    else {
      throw DeviceError(
        .identifierInvalid, path: info.path,
        message: "CFBundleIdentifier is “\(FileName.escape(Array(identifier.utf8.prefix(80))))”",
        fix: "use letters, digits, dashes and single dots, 155 at most: com.example.camera")
    }
    return identifier
  }

  /// The name for people: the display name, the name, or that of the bundle.
  func name(_ info: InfoDictionary, path: String) throws(DeviceError) -> String {
    let fallback = path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
    for key in ["CFBundleDisplayName", "CFBundleName"] {
      if let name = try info.optionalString(key), !name.allSatisfy(\.isWhitespace) { return name }
    }
    return fallback ?? path
  }

  /// The program of a bundle, checked without running it.
  func executable(
    _ info: InfoDictionary, in bundle: Directory, path: String
  ) throws(DeviceError) -> BundleExecutable {
    let text = try info.string(
      "CFBundleExecutable", fix: "write the name of the bundle's program")
    guard let name = FileName(text) else {
      throw DeviceError(
        .valueInvalid, path: info.path,
        message: "CFBundleExecutable is “\(FileName.escape(Array(text.utf8.prefix(80))))”, which "
          + "is no file name",
        fix: "write the name of a file directly in the bundle, without a slash")
    }
    witness?.note("\(path)/\(text)")
    return try ExecutableCheck(path: "\(path)/\(text)", name: name, text: text).run(in: bundle)
  }

  /// Which directory a bundle is.
  func identity(_ directory: Directory, _ path: String) throws(DeviceError) -> FileIdentity {
    do {
      return try directory.facts().identity
    } catch {
      throw unreadable(error, path)
    }
  }

  /// Opens a directory of the bundle; `nil` if there is none, or if it is a plain file.
  private func subdirectory(
    _ name: FileName, in parent: Directory, path: String
  ) throws(DeviceError) -> Directory? {
    do {
      guard try parent.contains(name) else { return nil }
      witness?.note(path)
      switch try parent.facts(of: name).kind {
      case .directory: return try parent.directory(name)
      case .symbolicLink:
        throw DeviceError(
          .linkOutOfBundle, path: path, message: "this is a symbolic link",
          fix: "put the folder itself into the bundle")
      default: return nil
      }
    } catch let error as SystemError {
      throw unreadable(error, path)
    } catch let error as DeviceError {
      throw error
    } catch {
      throw DeviceError(
        .bundleUnreadable, path: path, message: "\(error)", fix: "report this as a bug in lockhost")
    }
  }

  private func open(_ path: String) throws(DeviceError) -> Directory {
    do {
      return try Directory.open(path: path)
    } catch let error where error.code == ENOTDIR {
      throw DeviceError(
        .notABundle, path: path, message: "this is a file, and a bundle is a folder",
        fix: "name the .app that `lockhost build` has made")
    } catch {
      throw unreadable(error, path)
    }
  }

  private func unreadable(_ error: SystemError, _ path: String) -> DeviceError {
    DeviceError(
      .bundleUnreadable, path: path, message: "this part of the bundle cannot be read",
      fix: "let this user read it", cause: error)
  }

  /// The bundle's path without links, so that messages and mounts name the same place.
  private static func realPath(_ path: String) throws(DeviceError) -> String {
    do {
      return try ResolvedPath.of(path)
    } catch {
      throw DeviceError(
        .bundleNotFound, path: path, message: "there is no bundle here",
        fix: "name an existing .app, or the identifier of an installed app "
          + "(`lockhost build` makes an .app)",
        cause: error)
    }
  }
}
