// SPDX-License-Identifier: MIT

/// Which targets make up an app: the app itself and what is embedded in it.
struct AppLayout {
  let app: TargetManifest
  let extensions: [TargetManifest]

  /// Finds the app among a package's executable targets, and checks that the others belong to it.
  ///
  /// - Throws: LH5313, LH5304, LH5305, LH5307, and what reading an Info.plist throws.
  init(_ package: PackageDescription) throws(CommandFailure) {
    guard !package.executables.isEmpty else {
      throw .badData(
        "LH5313", "the package `\(package.name)` has no executable target",
        help: ["declare the app and each extension with `.executableTarget`"])
    }
    var manifests: [TargetManifest] = []
    for target in package.executables { manifests.append(try TargetManifest(target, of: package)) }
    let apps = manifests.filter { $0.kind == .app }
    guard let app = apps.first else {
      throw .badData(
        "LH5304", "no target of the package `\(package.name)` is an app",
        help: ["the app's Info.plist says CFBundlePackageType = APPL"])
    }
    guard apps.count == 1 else {
      let names = apps.map { "`\($0.target)`" }.joined(separator: " and ")
      throw .badData(
        "LH5305", "\(names) are both apps",
        help: ["keep one with CFBundlePackageType = APPL; extensions are XPC!"])
    }
    self.app = app
    extensions = manifests.filter { $0.kind != .app }.sorted { $0.target < $1.target }
    for manifest in extensions where !manifest.identifier.hasPrefix(app.identifier + ".") {
      throw .badData(
        "LH5307",
        "\(manifest.path): `\(manifest.identifier)` does not begin with the app's identifier",
        help: ["name it `\(app.identifier).\(manifest.target)`"])
    }
  }
}
