// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let captureSDK = Target.Dependency.product(name: "CaptureSDK", package: "lockhost")

let package = Package(
  name: "CameraSample",
  dependencies: [.package(name: "lockhost", path: "../..")],
  targets: [
    .executableTarget(
      name: "CameraSample", dependencies: [captureSDK], exclude: ["Info.plist"]),
    .executableTarget(
      name: "CameraSampleCapture", dependencies: [captureSDK], exclude: ["Info.plist"]),
    .executableTarget(
      name: "CameraSampleControl", dependencies: [captureSDK], exclude: ["Info.plist"]),
  ],
  swiftLanguageModes: [.v6]
)
