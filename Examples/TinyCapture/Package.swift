// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "TinyCapture",
  dependencies: [
    // Where your clone of lockhost is.
    .package(name: "lockhost", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "TinyCapture",
      dependencies: [.product(name: "CaptureSDK", package: "lockhost")],
      exclude: ["Info.plist"]),
    .executableTarget(
      name: "TinyCaptureExtension",
      dependencies: [.product(name: "CaptureSDK", package: "lockhost")],
      exclude: ["Info.plist"]),
  ]
)
