// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "lockhost",
  products: [
    .library(name: "Lockhost", targets: ["Lockhost"]),
    .library(name: "LockhostSandbox", targets: ["LockhostSandbox"]),
    .library(
      name: "CaptureSDK",
      targets: [
        "AVFoundation", "AVKit", "AppIntents", "CameraController", "CoreImage", "CoreMedia",
        "CoreVideo", "ExtensionFoundation",
        "ExtensionKit", "FoundationUserActivity", "LockedCameraCapture", "Photos", "SwiftUI",
        "WidgetKit",
      ]
    ),
    .library(name: "LockhostPlugin", targets: ["LockhostPlugin"]),
    .executable(name: "lockhost", targets: ["lockhost"]),
    .executable(name: "lockhost-decode", targets: ["lockhost-decode"]),
    .executable(name: "lockhost-tool", targets: ["lockhost-tool"]),
    .executable(name: "lockhost-spawn", targets: ["lockhost-spawn"]),
    .executable(name: "lockhost-probe", targets: ["lockhost-probe"]),
  ],
  targets: [
    // C: what Swift cannot say. Nothing here imports anything of ours but CLinux.
    .systemLibrary(
      name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CLinux", cSettings: strictC),
    .target(name: "CConformance", cSettings: strictC),
    .target(name: "CCapture", cSettings: strictC),
    .target(name: "CPixels", cSettings: strictC),
    .target(
      name: "CHEIF", cSettings: strictC, linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(
      name: "lockhost-spawn", dependencies: ["CLinux"], cSettings: strictC,
      linkerSettings: staticExecutable),
    .executableTarget(
      name: "lockhost-probe", dependencies: ["CLinux"], cSettings: strictC,
      linkerSettings: staticExecutable),

    // Values: no system call, no socket.
    .target(name: "LockhostPolicy"),
    .target(name: "LockhostWire"),

    // Mechanism.
    .target(name: "LockhostSystem", dependencies: ["CLinux"]),
    .target(
      name: "LockhostSandbox",
      dependencies: ["CLinux", "CSeccomp", "LockhostPolicy", "LockhostSystem"]),

    // Domain.
    .target(name: "LockhostDevice", dependencies: ["LockhostSystem"]),
    .target(
      name: "LockhostServices",
      dependencies: [
        "CCapture", "CHEIF", "CPixels", "CPNG", "CSQLite", "CTurboJPEG", "LockhostDevice",
        "LockhostSystem", "LockhostWire",
      ]),
    .target(
      name: "Lockhost",
      dependencies: [
        "LockhostDevice", "LockhostPolicy", "LockhostSandbox", "LockhostServices",
        "LockhostSystem", "LockhostWire",
      ]),

    // The guest's side: the client half of the wire, and Apple's names over it.
    .target(name: "CGuest", cSettings: strictC),
    .target(
      name: "LockhostGuest",
      dependencies: ["CGuest", "CLinux", "LockhostSystem", "LockhostWire"]),
    .target(
      name: "LockhostPlugin", dependencies: ["LockhostGuest", "LockhostSystem", "LockhostWire"]),
    .target(name: "CoreVideo", dependencies: ["LockhostGuest"]),
    .target(name: "CoreMedia", dependencies: ["CoreVideo", "LockhostGuest"]),
    .target(
      name: "FoundationUserActivity", dependencies: ["LockhostGuest", "LockhostWire"]),
    .target(name: "ExtensionFoundation", dependencies: ["LockhostGuest", "LockhostWire"]),
    .target(
      name: "SwiftUI", dependencies: ["FoundationUserActivity", "LockhostGuest", "LockhostWire"]),
    .target(
      name: "ExtensionKit",
      dependencies: ["ExtensionFoundation", "LockhostGuest", "LockhostWire", "SwiftUI"]),
    .target(
      name: "AppIntents", dependencies: ["FoundationUserActivity", "LockhostGuest", "LockhostWire"]),
    .target(
      name: "WidgetKit", dependencies: ["AppIntents", "LockhostGuest", "LockhostWire", "SwiftUI"]),
    .target(
      name: "AVFoundation",
      dependencies: ["CoreMedia", "CoreVideo", "LockhostGuest", "LockhostSystem", "LockhostWire"]),
    .target(
      name: "AVKit", dependencies: ["AVFoundation", "LockhostGuest", "LockhostWire", "SwiftUI"]),
    .target(name: "Photos", dependencies: ["LockhostGuest", "LockhostSystem", "LockhostWire"]),
    .target(name: "CoreImage", dependencies: ["CoreVideo"]),
    .target(name: "CameraController", dependencies: ["AVFoundation", "Photos"]),
    .target(
      name: "LockedCameraCapture",
      dependencies: [
        "ExtensionFoundation", "ExtensionKit", "FoundationUserActivity", "LockhostGuest",
        "LockhostWire", "SwiftUI",
      ]),

    // Tools and programs.
    .target(
      name: "LockhostConformance",
      dependencies: [
        "CConformance", "Lockhost", "LockhostDevice", "LockhostPolicy", "LockhostSandbox",
        "LockhostSystem",
      ]),
    .target(
      name: "LockhostExec",
      dependencies: ["CLinux", "LockhostPolicy", "LockhostSandbox", "LockhostSystem"]),
    .target(
      name: "LockhostCommand",
      dependencies: [
        "Lockhost", "LockhostConformance", "LockhostDevice", "LockhostExec", "LockhostPolicy",
        "LockhostSandbox",
        "LockhostServices",
        "LockhostSystem",
      ]),
    .target(name: "CStartAhead", dependencies: ["CLinux"], cSettings: strictC),
    .executableTarget(
      name: "lockhost", dependencies: ["CStartAhead", "LockhostExec"], path: "Sources/lockhost-cli",
      linkerSettings: staticProgram),
    .executableTarget(
      name: "lockhost-tool", dependencies: ["LockhostCommand"], linkerSettings: ownRuntime),
    .executableTarget(
      name: "lockhost-decode", dependencies: ["LockhostServices", "LockhostSystem"],
      linkerSettings: ownRuntime),

    // Benchmarks.
    .target(name: "CLockhostBench", path: "Benchmarks/CLockhostBench", cSettings: strictC),
    .executableTarget(
      name: "lockhost-bench",
      dependencies: [
        "CLinux", "CLockhostBench", "Lockhost", "LockhostDevice", "LockhostPolicy",
        "LockhostSandbox",
        "LockhostServices", "LockhostSystem", "LockhostWire",
      ],
      path: "Benchmarks/lockhost-bench"),

    // Tests.
    .target(
      name: "LockhostTesting", dependencies: ["LockhostSystem"], path: "Tests/LockhostTesting"),
    .target(
      name: "CLockhostTesting", path: "Tests/CLockhostTesting", cSettings: strictC),
    .executableTarget(
      name: "lockhost-testing-spawn", path: "Tests/lockhost-testing-spawn", cSettings: strictC,
      linkerSettings: staticExecutable),
    .executableTarget(
      name: "lockhost-breaking-spawn", dependencies: ["CLinux"],
      path: "Tests/lockhost-breaking-spawn", cSettings: strictC, linkerSettings: staticExecutable),
    .testTarget(
      name: "LockhostSystemTests", dependencies: ["LockhostSystem", "LockhostTesting"]),
    .testTarget(
      name: "LockhostPolicyTests", dependencies: ["LockhostPolicy", "LockhostTesting"],
      exclude: ["Golden"]),
    .testTarget(name: "LockhostWireTests", dependencies: ["LockhostTesting", "LockhostWire"]),
    .testTarget(
      name: "LockhostSandboxTests",
      dependencies: [
        "CLockhostTesting",
        "CLinux", "LockhostPolicy", "LockhostSandbox", "LockhostSystem", "LockhostTesting",
        "lockhost-probe", "lockhost-spawn", "lockhost-testing-spawn",
      ]),
    .testTarget(
      name: "LockhostDeviceTests",
      dependencies: ["LockhostDevice", "LockhostSystem", "LockhostTesting"]),
    .testTarget(
      name: "LockhostServicesTests",
      dependencies: [
        "CCapture", "CLockhostTesting", "LockhostDevice", "LockhostServices", "LockhostSystem",
        "LockhostTesting", "LockhostWire",
      ]),
    .testTarget(
      name: "LockhostTests",
      dependencies: [
        "Lockhost", "LockhostDevice", "LockhostPolicy", "LockhostSandbox", "LockhostServices",
        "LockhostSystem", "LockhostTesting", "LockhostWire", "lockhost-probe",
        "lockhost-spawn",
      ]),
    .testTarget(
      name: "LockhostConformanceTests",
      dependencies: [
        "LockhostConformance", "LockhostPolicy", "LockhostSandbox", "LockhostSystem",
        "LockhostTesting", "lockhost-breaking-spawn", "lockhost-probe",
        "lockhost-spawn",
        "lockhost-testing-spawn",
      ],
      exclude: ["Schemas"]),
    .testTarget(
      name: "CaptureSDKTests",
      dependencies: [
        "AVFoundation", "AVKit", "AppIntents", "CameraController", "CoreImage", "CoreMedia",
        "CoreVideo", "ExtensionFoundation",
        "ExtensionKit", "FoundationUserActivity", "LockedCameraCapture", "LockhostGuest",
        "LockhostSystem", "LockhostTesting", "LockhostWire", "Photos", "SwiftUI", "WidgetKit",
      ],
      exclude: ["Parity/AppleDeclarations.txt"]),
    .testTarget(
      name: "LockhostCommandTests",
      dependencies: [
        "Lockhost", "LockhostCommand", "LockhostDevice", "LockhostExec", "LockhostPolicy",
        "LockhostSandbox", "LockhostServices", "LockhostSystem",
        "LockhostTesting", "lockhost-spawn", "lockhost-probe",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "LockhostIntegrationTests",
      dependencies: [
        "Lockhost", "LockhostDevice", "LockhostPolicy", "LockhostSandbox", "LockhostSystem",
        "LockhostTesting", "LockhostWire", "lockhost-probe", "lockhost-spawn",
        "lockhost-testing-spawn",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

var strictC: [CSetting] {
  [
    .define("_GNU_SOURCE", to: "1"),
    .unsafeFlags(["-std=c17", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]),
  ]
}

/// The spawner and the probe are C alone: static, and without the Swift runtime's start file, which
/// would add nine megabytes and run before `main`. (`-nostartfiles` leaves the C library's in.)
var staticExecutable: [LinkerSetting] {
  [.unsafeFlags(["-static-executable", "-nostartfiles", "-Xlinker", "--gc-sections"])]
}

/// A Swift program that starts in half a millisecond: everything is in it, and Foundation is not.
var staticProgram: [LinkerSetting] {
  [.unsafeFlags(["-static-executable", "-Xlinker", "--gc-sections"])]
}

/// Swift and Foundation in the program itself, and the C libraries shared: the loader takes ten milliseconds
/// to move and search Foundation's shared objects, and one to move what is in the program.
var ownRuntime: [LinkerSetting] {
  let foundation = [
    "Foundation", "FoundationInternationalization", "FoundationEssentials", "CoreFoundation",
    "_FoundationCollections", "_FoundationCShims", "_FoundationICU",
  ]
  return [
    .unsafeFlags(
      ["-static-stdlib", "-Xlinker", "--gc-sections", "-Xlinker", "--start-group"]
        + foundation.map { "-l\($0)" } + ["-Xlinker", "--end-group"])
  ]
}

/// The one layer that touches raw descriptors and C memory, where every line would say `unsafe`.
let systemLayer: Set = ["LockhostSystem"]

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  guard target.cSettings?.isEmpty ?? true else { continue }
  var settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if !systemLayer.contains(target.name) { settings.append(.strictMemorySafety()) }
  target.swiftSettings = settings
}
