// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let plugin: [Target.Dependency] = [
  "FilterContract", .product(name: "LockhostPlugin", package: "lockhost"),
]

let package = Package(
  name: "FilterHost",
  dependencies: [
    // Where your clone of lockhost is.
    .package(name: "lockhost", path: "../..")
  ],
  targets: [
    .target(name: "FilterContract"),
    .executableTarget(
      name: "FilterHost",
      dependencies: ["FilterContract", .product(name: "Lockhost", package: "lockhost")]),
    .executableTarget(
      name: "ControlList", dependencies: [.product(name: "Lockhost", package: "lockhost")]),
    .executableTarget(
      name: "InvertFilter", dependencies: plugin, exclude: ["Info.plist"]),
    .executableTarget(
      name: "BadFilter", dependencies: plugin, exclude: ["Info.plist"]),
  ],
  swiftLanguageModes: [.v6]
)
