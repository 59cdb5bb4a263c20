// SPDX-License-Identifier: MIT

import Foundation

/// One executable target with what its Info.plist says: what it becomes, and where it belongs.
struct TargetManifest {
  /// What a target becomes.
  enum Kind: String {
    case app
    case captureExtension = "capture-extension"
    case control

    /// The folder in the app in which it is embedded.
    var folder: String {
      switch self {
      case .app: ""
      case .captureExtension: "Extensions"
      case .control: "PlugIns"
      }
    }
  }

  let target: String
  /// The name of the program in the build folder.
  let program: String
  let kind: Kind
  let identifier: String
  /// Where the Info.plist is.
  let path: String
  /// The Info.plist for the bundle, its variables replaced.
  let contents: Data

  static let capturePoint = "com.apple.securecapture"
  static let controlPoint = "com.apple.widgetkit-extension"
  /// The largest Info.plist that is read.
  static let maximumBytes = 1 << 20
}

extension TargetManifest {
  /// Reads a target's Info.plist and finds what the target is.
  ///
  /// - Throws: LH5303, LH5306, LH5308, LH5311 or LH5312.
  init(
    _ target: PackageDescription.Target, of package: PackageDescription
  ) throws(CommandFailure) {
    let folder = target.path.hasPrefix("/") ? target.path : package.path + "/" + target.path
    let path = folder + "/Info.plist"
    let program = package.program(of: target)
    let bytes = try Self.read(path, target: target.name)
    let plist = try Self.parse(bytes, path)
    let (expanded, isExpanded) = try Self.expand(plist, target: target.name, program, path)
    let identifier = try Self.string("CFBundleIdentifier", in: expanded, path)
    let executable = try Self.string("CFBundleExecutable", in: expanded, path)
    guard executable == program else {
      throw .badData(
        "LH5312",
        "\(path): CFBundleExecutable is `\(executable)`, but the target builds `\(program)`",
        help: ["write `\(program)` or `$(EXECUTABLE_NAME)`"])
    }
    self.init(
      target: target.name, program: program, kind: try Self.kind(of: expanded, path),
      identifier: identifier, path: path,
      contents: isExpanded ? try Self.serialize(expanded, path) : bytes)
  }

  private static func read(_ path: String, target: String) throws(CommandFailure) -> Data {
    guard let facts = PathFacts(path) else {
      throw .badData(
        "LH5303", "the target `\(target)` has no Info.plist: \(path)",
        help: ["put one there, and name it in the target's `exclude:`"])
    }
    guard facts.kind != .link else { throw .symbolicLink(path) }
    guard facts.kind == .file, facts.bytes <= maximumBytes else {
      throw .badData("LH5311", "\(path) is no file, or too large to be a property list")
    }
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      throw .badData("LH5311", "\(path) cannot be read: \(error.localizedDescription)")
    }
  }

  private static func parse(_ bytes: Data, _ path: String) throws(CommandFailure) -> [String: Any] {
    do {
      let value = unsafe try PropertyListSerialization.propertyList(from: bytes, format: nil)
      if let dictionary = value as? [String: Any] { return dictionary }
    } catch {
      throw .badData(
        "LH5311", "\(path) is no property list: \(error.localizedDescription)",
        help: ["`plutil -lint \(path)` shows the place"])
    }
    throw .badData("LH5311", "\(path): the top of the property list is no dictionary")
  }

  private static func serialize(
    _ plist: [String: Any], _ path: String
  ) throws(CommandFailure) -> Data {
    do {
      return try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
    } catch {
      throw .badData("LH5311", "\(path) cannot be written again: \(error.localizedDescription)")
    }
  }

  private static func string(
    _ key: String, in plist: [String: Any], _ path: String
  ) throws(CommandFailure) -> String {
    guard let value = plist[key] else {
      throw .badData("LH5311", "\(path) has no \(key)", help: ["add the key"])
    }
    guard let text = value as? String, !text.isEmpty else {
      throw .badData("LH5311", "\(path): \(key) is no text, or empty")
    }
    return text
  }

  // MARK: Kind

  private static func kind(of plist: [String: Any], _ path: String) throws(CommandFailure) -> Kind {
    let type = try string("CFBundlePackageType", in: plist, path)
    let modern = plist["EXAppExtensionAttributes"] as? [String: Any]
    let old = plist["NSExtension"] as? [String: Any]
    let modernPoint = modern?["EXExtensionPointIdentifier"] as? String
    let oldPoint = old?["NSExtensionPointIdentifier"] as? String
    if type == "APPL" {
      guard modern == nil, old == nil else {
        throw .badData(
          "LH5306", "\(path) is an app's (APPL) and declares an extension point too",
          help: ["extensions are XPC!"])
      }
      return .app
    }
    let rule =
      "capture extensions: EXAppExtensionAttributes › EXExtensionPointIdentifier = \(capturePoint);"
      + " controls: NSExtension › NSExtensionPointIdentifier = \(controlPoint)"
    switch (modernPoint, oldPoint) {
    case (capturePoint, nil): return .captureExtension
    case (nil, controlPoint): return .control
    case (nil, capturePoint):
      throw .badData(
        "LH5306", "\(path) declares the capture extension with the old key NSExtension",
        help: ["use EXAppExtensionAttributes › EXExtensionPointIdentifier", rule])
    case (nil, nil):
      throw .badData("LH5306", "\(path) declares no extension point", help: [rule])
    default:
      let point = modernPoint ?? oldPoint ?? ""
      let near = Suggestion.nearest(to: point, among: [capturePoint, controlPoint])
      throw .badData(
        "LH5306", "\(path): the extension point `\(point)` is wrong, or under the wrong key",
        help: (near.map { $0 == point ? [] : ["did you mean `\($0)`?"] } ?? []) + [rule])
    }
  }

  // MARK: Variables

  /// Replaces the variables that an Xcode template writes, as Xcode does.
  private static func expand(
    _ plist: [String: Any], target: String, _ program: String, _ path: String
  ) throws(CommandFailure) -> ([String: Any], Bool) {
    let values = [
      "EXECUTABLE_NAME": program, "PRODUCT_NAME": target, "TARGET_NAME": target,
      "PRODUCT_MODULE_NAME": target, "DEVELOPMENT_LANGUAGE": "en", "MARKETING_VERSION": "1.0",
      "CURRENT_PROJECT_VERSION": "1",
      "PRODUCT_BUNDLE_PACKAGE_TYPE":
        plist["EXAppExtensionAttributes"] ?? plist["NSExtension"] == nil ? "APPL" : "XPC!",
    ]
    var result = plist
    var isExpanded = false
    for (key, value) in plist {
      guard let text = value as? String, text.contains("$(") else { continue }
      var expanded = text
      for (name, value) in values { expanded = expanded.replacing("$(\(name))", with: value) }
      guard !expanded.contains("$(") else {
        throw .badData(
          "LH5311", "\(path): \(key) has a variable that is not known here: \(text)",
          help: ["write the value out"])
      }
      result[key] = expanded
      isExpanded = true
    }
    return (result, isExpanded)
  }
}

extension CommandFailure {
  /// A failure that a bundle or file is to blame for: exit status 65.
  static func badData(_ code: String, _ message: String, help: [String] = []) -> CommandFailure {
    CommandFailure(code: code, message, help: help, exitStatus: ExitStatus.badData)
  }

  static func symbolicLink(_ path: String) -> CommandFailure {
    .badData("LH5308", "\(path) is a symbolic link", help: ["put the file itself there"])
  }
}
