// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostTesting
import Testing

/// Apps that are removed while something else goes on.
@Suite(
  "Removing apps", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct UninstallTests {
  static let identifier = "org.lockhost.CameraSample"

  @Test("an app that runs is not removed, and its session goes on")
  func running() async throws {
    let phone = try Phone()
    #expect(try await phone.run("install", Fixtures.app("CameraSample")).status == 0)
    #expect(try await phone.run("privacy", "grant", "all", Self.identifier).status == 0)
    let recordPath = phone.scratch.path("record.json")
    let program = try phone.start([
      "launch", Self.identifier, "--locked", "--json-output", recordPath, "--do",
      "wait ready; wait end",
    ])
    let isReady = await Waiting.until(within: .seconds(60)) { program.errors.contains("> ready") }
    #expect(isReady, "\(program.errors)")
    let refused = try await phone.run("uninstall", Self.identifier)
    #expect(refused.status == 75, "\(refused.end)")
    #expect(FailureText.code(in: refused.errors) == "LH5021", "\(refused.errors)")
    #expect(!program.hasExited)
    try program.signal(SIGINT)
    #expect(await program.finish().status == 130)
    #expect(try await phone.run("uninstall", Self.identifier).status == 0)
    let rest = phone.state + "/devices/default/"
    for folder in ["apps", "containers", "contexts"] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: rest + folder) == [], "\(folder)")
    }
  }

  @Test("of several who remove an app one does, and the others find none")
  func together() async throws {
    let phone = try Phone()
    #expect(try await phone.run("install", Fixtures.app("CameraSample")).status == 0)
    let programs = try (0..<4).map { _ in try phone.start(["uninstall", Self.identifier]) }
    var ends: [Int32?] = []
    for program in programs {
      let run = await program.finish()
      ends.append(run.status)
      if run.status != 0 {
        #expect(FailureText.code(in: run.errors) == "LH1101", "\(run.errors)")
      }
    }
    #expect(ends.count { $0 == 0 } == 1, "\(ends)")
  }
}
