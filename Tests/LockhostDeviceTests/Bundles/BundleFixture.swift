// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting

/// A good app with a capture extension and a control, made of files that are there anyway.
struct BundleFixture {
  let scratch: ScratchFolder
  let path: String
  var appex: String { path + "/Extensions/CameraCapture.appex" }
  var control: String { path + "/PlugIns/CameraControl.appex" }

  init(_ scratch: ScratchFolder? = nil, identifier: String = "com.example.camera") throws {
    self.scratch = try scratch ?? ScratchFolder()
    path = self.scratch.path("Camera.app")
    try add(
      path, "Camera",
      [
        "CFBundleIdentifier": identifier, "CFBundleDisplayName": "Camera",
        "CFBundlePackageType": "APPL", "CFBundleShortVersionString": "1.0",
        "NSCameraUsageDescription": "To take photos",
        "NSPhotoLibraryAddUsageDescription": "To keep photos",
      ])
    try add(
      appex, "CameraCapture",
      [
        "CFBundleIdentifier": "\(identifier).capture", "CFBundlePackageType": "XPC!",
        "EXAppExtensionAttributes": ["EXExtensionPointIdentifier": "com.apple.securecapture"],
        "NSCameraUsageDescription": "To take photos",
      ])
    try add(
      control, "CameraControl",
      [
        "CFBundleIdentifier": "\(identifier).control", "CFBundlePackageType": "XPC!",
        "NSExtension": ["NSExtensionPointIdentifier": "com.apple.widgetkit-extension"],
      ])
  }

  private func add(_ bundle: String, _ name: String, _ info: [String: Any]) throws {
    try FileManager.default.createDirectory(
      atPath: bundle, withIntermediateDirectories: true)
    var info = info
    info["CFBundleExecutable"] = name
    try Self.write(info, to: bundle)
    try FileManager.default.copyItem(atPath: "/bin/true", toPath: "\(bundle)/\(name)")
  }

  static func write(
    _ info: Any, to bundle: String, format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: info, format: format, options: 0)
    try data.write(to: URL(fileURLWithPath: "\(bundle)/Info.plist"))
  }

  /// Changes keys of a bundle's plist.
  func edit(
    _ bundle: String, format: PropertyListSerialization.PropertyListFormat = .xml,
    _ change: (inout [String: Any]) -> Void
  ) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(bundle)/Info.plist"))
    let read = unsafe try PropertyListSerialization.propertyList(
      from: data, options: [], format: nil)
    var info = read as? [String: Any] ?? [:]
    change(&info)
    try Self.write(info, to: bundle, format: format)
  }
}
