// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let captureSDK = Target.Dependency.product(name: "CaptureSDK", package: "lockhost")

let package = Package(
  name: "Misbehaving",
  dependencies: [.package(name: "lockhost", path: "../../..")],
  targets: [
    .executableTarget(name: "Misbehaving", dependencies: [captureSDK], exclude: ["Info.plist"]),
    .executableTarget(
      name: "MisbehavingCapture", dependencies: [captureSDK], exclude: ["Info.plist"]),
    .executableTarget(
      name: "MisbehavingControl", dependencies: [captureSDK], exclude: ["Info.plist"]),
  ],
  swiftLanguageModes: [.v6]
)
