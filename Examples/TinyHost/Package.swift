// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "TinyHost",
  dependencies: [
    // Where your clone of lockhost is.
    .package(name: "lockhost", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "TinyHost",
      dependencies: [.product(name: "LockhostSandbox", package: "lockhost")]),
    .executableTarget(name: "PluginGood"),
    .executableTarget(name: "PluginBad"),
  ]
)
