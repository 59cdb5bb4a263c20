// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

/// Words that mean nothing, and state that cannot be kept.
@Suite("Bad words and bad folders", .timeLimit(.minutes(10)))
struct BadWordTests {
  static let cases: [(arguments: [String], suggestion: String)] = [
    (["lanch"], "launch"),
    (["launch", "x.app", "--loked"], "--locked"),
    (["launch", "x.app", "--locked", "--do", "wiat ready"], "wait"),
    (["launch", "x.app", "--locked", "--do", "press camera-contrl"], "camera-control"),
    (["launch", "x.app", "--from", "lockscreen"], "lock-screen"),
  ]

  @Test("an unknown word gets 64, a code, and the nearest one that is known", arguments: cases)
  func unknown(arguments: [String], suggestion: String) async throws {
    let phone = try Phone()
    let run = await (try phone.start(arguments)).finish(within: .seconds(20))
    #expect(run.status == 64, "\(run.end)\n\(run.errors)")
    #expect(FailureText.code(in: run.errors)?.hasPrefix("LH5") == true, "\(run.errors)")
    #expect(run.errors.contains("did you mean"), "\(run.errors)")
    #expect(run.errors.contains(suggestion), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(
    "a state folder that cannot be written, or is full, is named with a fix",
    arguments: ["ro", "size=64k"])
  func stateFolder(option: String) async throws {
    let phone = try Phone()
    let folder = phone.scratch.path("small")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    // A file system of its own, in a mount namespace of its own; filled to the last byte.
    let script = """
      mount -t tmpfs -o \(option) none '\(folder)' || exit 99
      dd if=/dev/zero of='\(folder)/fill' bs=4k count=16 2>/dev/null
      exec '\(try Phone.lockhost())' lock --set '\(folder)'
      """
    let run = try await ProgramRun.run(
      "unshare", ["--map-root-user", "--mount", "sh", "-c", script])
    #expect(run.status != 99, "cannot mount: \(run.errors)")
    #expect(run.status != 0, "\(run.output)")
    #expect(FailureText.code(in: run.errors)?.hasPrefix("LH6") == true, "\(run.errors)")
    #expect(run.errors.contains("help:"), "\(run.errors)")
    #expect(run.errors.contains(folder), "\(run.errors)")
  }
}
