// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

/// Bundles that cannot be launched as they are: each with its own code, message and fix.
@Suite(
  "Bad bundles", .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct BadBundleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let damage: @Sendable (_ appex: String) async throws -> Void
    var testDescription: String { name }
  }

  static let executable = "MisbehavingCapture"

  static let cases: [Case] = [
    Case(name: "no plist") { appex in
      try FileManager.default.removeItem(atPath: "\(appex)/Info.plist")
    },
    Case(name: "a malformed plist") { appex in
      try replace("\(appex)/Info.plist", with: Data("<plist><dict><key>".utf8))
    },
    Case(name: "the old NSExtension key") { appex in
      try edit("\(appex)/Info.plist") { plist in
        plist["EXAppExtensionAttributes"] = nil
        plist["NSExtension"] = ["NSExtensionPointIdentifier": "com.apple.securecapture"]
      }
    },
    Case(name: "a wrong extension point") { appex in
      try edit("\(appex)/Info.plist") { plist in
        plist["EXAppExtensionAttributes"] = [
          "EXExtensionPointIdentifier": "com.apple.LockedCameraCapture"
        ]
      }
    },
    Case(name: "no executable") { appex in
      try FileManager.default.removeItem(atPath: "\(appex)/\(executable)")
    },
    Case(name: "an executable without permission") { appex in
      try copyInPlace("\(appex)/\(executable)", permissions: 0o644)
    },
    Case(name: "an executable for another machine") { appex in
      try copyInPlace("\(appex)/\(executable)", permissions: 0o755)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(appex)/\(executable)"))
      try file.seek(toOffset: 18)
      try file.write(contentsOf: Data([183, 0]))  // EM_AARCH64
      try file.close()
    },
    Case(name: "an executable that sets its user id") { appex in
      try copyInPlace("\(appex)/\(executable)", permissions: 0o4755)
    },
    Case(name: "an executable that is text") { appex in
      try replace("\(appex)/\(executable)", with: Data("hello\n".utf8), permissions: 0o755)
    },
  ]

  @Test("have a code of their own, and a fix")
  func codes() async throws {
    var codes: [String: [String]] = [:]
    for each in Self.cases {
      let phone = try Phone()
      let app = try MisbehavingApp.bundle("none", in: phone.scratch)
      try await each.damage("\(app)/Extensions/MisbehavingCapture.appex")
      let run = try await phone.run(
        "launch", app, "--locked", "--do", "wait ready; dismiss", within: .seconds(30))
      #expect(
        [65, 126, 127].contains(run.status ?? -1), "\(each.name): \(run.end)\n\(run.errors)")
      let code = try #require(
        FailureText.code(in: run.errors), "\(each.name): no code in \(run.errors)")
      #expect(run.errors.contains("help:"), "\(each.name): no fix in \(run.errors)")
      codes[code, default: []].append(each.name)
    }
    // "No plist" and "malformed" differ, and so does everything else that a person would fix otherwise.
    for (code, names) in codes { #expect(names.count == 1, "\(code) is said of \(names)") }
  }

  @Test("a binary plist is as good as an XML one")
  func binaryPlist() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("none", in: phone.scratch)
    let path = "\(app)/Extensions/MisbehavingCapture.appex/Info.plist"
    try Self.edit(path, format: .binary) { _ in }
    let run = try await phone.run("launch", app, "--locked", "--dry-run", "--require", "extension")
    #expect(run.status == 0, "\(run.errors)")
  }

  private static func edit(
    _ path: String, format: PropertyListSerialization.PropertyListFormat = .xml,
    _ change: (inout [String: Any]) -> Void
  ) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let read = unsafe try PropertyListSerialization.propertyList(
      from: data, options: [], format: nil)
    var plist = try #require(read as? [String: Any])
    change(&plist)
    try replace(
      path,
      with: PropertyListSerialization.data(fromPropertyList: plist, format: format, options: 0))
  }

  /// Writes a new file: the old one is a link to the bundle that all tests share.
  private static func replace(_ path: String, with data: Data, permissions: Int = 0o644) throws {
    try FileManager.default.removeItem(atPath: path)
    try data.write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  private static func copyInPlace(_ path: String, permissions: Int) throws {
    let copy = path + ".copy"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: copy, toPath: path)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }
}
