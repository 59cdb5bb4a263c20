// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let plugin: [Target.Dependency] = [
  "FilterContract", .product(name: "LockhostPlugin", package: "lockhost"),
]

// A filter is one file that needs no library of the machine, and starts faster.
let standsAlone: [LinkerSetting] = [.unsafeFlags(["-static-executable"])]

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
      name: "InvertFilter", dependencies: plugin, exclude: ["Info.plist"],
      linkerSettings: standsAlone),
    .executableTarget(
      name: "BadFilter", dependencies: plugin, exclude: ["Info.plist"],
      linkerSettings: standsAlone),
  ],
  swiftLanguageModes: [.v6]
)
