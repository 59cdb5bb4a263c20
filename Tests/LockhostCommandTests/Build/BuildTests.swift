// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostCommand

/// `lockhost build` on small packages, with the real compiler.
@Suite("Building packages", .timeLimit(.minutes(5)))
struct BuildTests {
  static let app = [
    "CFBundleIdentifier": "org.example.tiny", "CFBundleExecutable": "Tiny",
    "CFBundlePackageType": "APPL",
  ]

  /// A package of an app and an extension, changed by a test before it is built.
  struct Package {
    var targets = ["Tiny", "TinyCapture"]
    var excludes = true
    var plists: [String: [String: Any]] = [
      "Tiny": BuildTests.app,
      "TinyCapture": [
        "CFBundleIdentifier": "org.example.tiny.capture", "CFBundleExecutable": "TinyCapture",
        "CFBundlePackageType": "XPC!",
        "EXAppExtensionAttributes": ["EXExtensionPointIdentifier": "com.apple.securecapture"],
      ],
    ]
    var source = "print(CommandLine.arguments.count)\n"

    func write(to scratch: ScratchFolder) throws {
      let list = targets.map { target in
        let exclude = excludes && plists[target] != nil ? ", exclude: [\"Info.plist\"]" : ""
        let resources = target == "TinyCapture" ? ", resources: [.copy(\"Pictures\")]" : ""
        return ".executableTarget(name: \"\(target)\"\(exclude)\(resources))"
      }
      try scratch.write(
        """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "tiny", targets: [\(list.joined(separator: ", "))])
        """, to: "Package.swift")
      for target in targets {
        try scratch.write(source, to: "Sources/\(target)/main.swift")
        if target == "TinyCapture" {
          try scratch.write("picture", to: "Sources/\(target)/Pictures/a.txt")
        }
        guard let plist = plists[target] else { continue }
        let data = try PropertyListSerialization.data(
          fromPropertyList: plist, format: .xml, options: 0)
        try scratch.write(String(decoding: data, as: UTF8.self), to: "Sources/\(target)/Info.plist")
      }
    }
  }

  private func build(_ scratch: ScratchFolder, _ flags: String...) async throws -> ProgramRun {
    let program = try ProgramFolder.path(of: "lockhost")
    var environment = ProgramRun.environment
    // The compiler keeps its caches there.
    environment["HOME"] = scratch.path("home")
    return await
      (try RunningProgram(
        program, ["build", scratch.path, "-o", scratch.path("out")] + flags,
        environment: environment)).finish(
        within: .seconds(240))
  }

  @Test("an app with its extension and its resources, statically linked and runnable")
  func whole() async throws {
    let scratch = try ScratchFolder()
    var package = Package()
    package.excludes = false
    package.source = "import Foundation\nprint(URL(filePath: \"/a\").path)\n"
    try package.write(to: scratch)
    let run = try await build(scratch)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines == [scratch.path("out/Tiny.app")])
    // Neither the linker's warnings about glibc nor the question about Info.plist reach the author.
    #expect(!run.errors.contains("warning"), "\(run.errors)")
    let contents = scratch.contents(of: "out/Tiny.app").filter {
      PathFacts(scratch.path("out/Tiny.app/" + $0))?.kind == .file
    }
    #expect(
      contents == [
        "Extensions/TinyCapture.appex/Info.plist", "Extensions/TinyCapture.appex/TinyCapture",
        "Extensions/TinyCapture.appex/tiny_TinyCapture.resources/Pictures/a.txt", "Info.plist",
        "Tiny",
      ])
    let program = try await ProgramRun.run(scratch.path("out/Tiny.app/Tiny"))
    #expect(program.output == "/a\n")
    let kind = try await ProgramRun.run("file", [scratch.path("out/Tiny.app/Tiny")])
    #expect(kind.output.contains("statically linked"))

    // Again, over the one that is there, as JSON, and stripped.
    let again = try await build(scratch, "--strip", "--json", "--quiet")
    #expect(again.status == 0, "\(again.errors)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "lockhost.build/1")
    #expect((object["bundles"] as? [Any])?.count == 2)
    #expect(again.errors.isEmpty, "\(again.errors)")
    let stripped = try await ProgramRun.run("file", [scratch.path("out/Tiny.app/Tiny")])
    #expect(!stripped.output.contains("not stripped"))
    #expect(scratch.contents(of: "out").allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("a compiler's error is shown, and what was built before stays")
  func compilerError() async throws {
    let scratch = try ScratchFolder()
    var package = Package()
    package.source = "let x: Int = \"text\"\n"
    try package.write(to: scratch)
    try scratch.write("old", to: "out/Tiny.app/Info.plist")
    let run = try await build(scratch)
    #expect(run.status == 65)
    #expect(run.errors.contains("error[LH5302]"))
    #expect(run.errors.contains("cannot convert value"))
    #expect(run.output.isEmpty)
    #expect(scratch.contents(of: "out") == ["Tiny.app", "Tiny.app/Info.plist"])
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    let name: String
    let code: String
    let change: @Sendable (inout Package) -> Void
    var testDescription: String { name }

    init(_ name: String, _ code: String, _ change: @escaping @Sendable (inout Package) -> Void) {
      self.name = name
      self.code = code
      self.change = change
    }
  }

  static let bad = [
    Bad("no plist", "LH5303") { $0.plists["TinyCapture"] = nil },
    Bad("no app", "LH5304") {
      $0.plists["Tiny"] = nil
      $0.targets = ["TinyCapture"]
    },
    Bad("two apps", "LH5305") {
      $0.plists["TinyCapture"] = app.merging(["CFBundleExecutable": "TinyCapture"]) { $1 }
    },
    Bad("the old key", "LH5306") {
      $0.plists["TinyCapture"]?["EXAppExtensionAttributes"] = nil
      $0.plists["TinyCapture"]?["NSExtension"] = [
        "NSExtensionPointIdentifier": "com.apple.securecapture"
      ]
    },
    Bad("a wrong point", "LH5306") {
      $0.plists["TinyCapture"]?["EXAppExtensionAttributes"] = [
        "EXExtensionPointIdentifier": "com.apple.securecapure"
      ]
    },
    Bad("no point", "LH5306") { $0.plists["TinyCapture"]?["EXAppExtensionAttributes"] = nil },
    Bad("a foreign identifier", "LH5307") {
      $0.plists["TinyCapture"]?["CFBundleIdentifier"] = "org.other.capture"
    },
    Bad("no identifier", "LH5311") { $0.plists["Tiny"]?["CFBundleIdentifier"] = nil },
    Bad("an unknown variable", "LH5311") {
      $0.plists["Tiny"]?["CFBundleIdentifier"] = "$(PRODUCT_BUNDLE_IDENTIFIER)"
    },
    Bad("another program's name", "LH5312") { $0.plists["Tiny"]?["CFBundleExecutable"] = "Huge" },
  ]

  @Test("what cannot become an app is refused before anything is compiled", arguments: bad)
  func refuses(each: Bad) async throws {
    let scratch = try ScratchFolder()
    var package = Package()
    each.change(&package)
    try package.write(to: scratch)
    let run = try await build(scratch)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("error[\(each.code)]"), "\(run.errors)")
    #expect(run.errors.contains("help: "), "\(run.errors)")
    #expect(!run.errors.contains("Compiling"))
  }

  @Test("a folder without a package, a linked plist, and a foreign file in the place are refused")
  func places() async throws {
    let empty = try ScratchFolder()
    #expect(try await build(empty).errors.contains("error[LH5301]"))

    let linked = try ScratchFolder()
    try Package().write(to: linked)
    let plist = linked.path("Sources/Tiny/Info.plist")
    try FileManager.default.moveItem(atPath: plist, toPath: linked.path("elsewhere.plist"))
    try FileManager.default.createSymbolicLink(
      atPath: plist, withDestinationPath: linked.path("elsewhere.plist"))
    #expect(try await build(linked).errors.contains("error[LH5308]"))
  }

  @Test("the variables of Xcode's templates are replaced")
  func variables() throws {
    let scratch = try ScratchFolder()
    var package = Package()
    package.plists["Tiny"]?["CFBundleExecutable"] = "$(EXECUTABLE_NAME)"
    package.plists["Tiny"]?["CFBundlePackageType"] = "$(PRODUCT_BUNDLE_PACKAGE_TYPE)"
    package.plists["Tiny"]?["CFBundleName"] = "$(PRODUCT_NAME) Camera"
    try package.write(to: scratch)
    let target = PackageDescription.Target(
      name: "Tiny", type: "executable", path: "Sources/Tiny", memberships: ["Tiny"])
    let description = PackageDescription(
      name: "tiny", path: scratch.path, targets: [target], products: [])
    let manifest = try TargetManifest(target, of: description)
    #expect(manifest.kind == .app)
    let text = String(decoding: manifest.contents, as: UTF8.self)
    #expect(text.contains("<string>Tiny Camera</string>"))
    #expect(!text.contains("$("))
  }
}
