// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import LockhostTesting

/// A simulated phone of one test's own: a state folder, and the built `lockhost` to drive it with.
struct Phone: Sendable {
  /// Where the phone's state is, and whatever else the test makes.
  let scratch: ScratchFolder

  /// Where its state is instead, for a phone whose disk can be full.
  let disk: SmallDiskMount?

  init(disk: SmallDiskMount? = nil) throws {
    scratch = try ScratchFolder()
    self.disk = disk
  }

  /// The root that `--set` names.
  var state: String { disk.map { $0.path + "/state" } ?? scratch.path("state") }

  /// Where the test sees that root.
  var visibleState: String { disk.map { $0.visiblePath + "/state" } ?? state }

  /// The built program beside this test runner.
  static func lockhost() throws -> String { try ProgramFolder.path(of: "lockhost") }

  /// Runs `lockhost VERB …` on this phone.
  func run(_ arguments: String..., within limit: Duration = .seconds(60)) async throws -> ProgramRun
  {
    await (try start(arguments)).finish(within: limit)
  }

  /// Starts `lockhost VERB …` on this phone.
  func start(_ arguments: [String]) throws -> RunningProgram {
    var arguments = arguments
    // Flags go before `--`, which ends lockhost's own command line.
    arguments.insert(
      contentsOf: ["--set", state], at: arguments.firstIndex(of: "--") ?? arguments.count)
    var program = try Self.lockhost()
    if let disk { (program, arguments) = disk.command(program, arguments) }
    return try RunningProgram(program, arguments)
  }

  /// Launches an app locked, drives it with a script, and waits for its end.
  ///
  /// - Parameter app: The path of a bundle.
  func launch(
    _ app: String, _ script: String? = nil, flags: [String] = [], lock: String = "--locked",
    within limit: Duration = .seconds(90)
  ) async throws -> LaunchResult {
    let recordPath = scratch.path("record-\(UUID().uuidString).json")
    var arguments = ["launch", app, lock, "--json-output", recordPath]
    if let script { arguments += ["--do", script] }
    arguments += flags
    let program = try start(arguments)
    let watch = DescendantWatch(of: program.identifier)
    let run = await program.finish(within: limit)
    watch.stop()
    return LaunchResult(run: run, scratch: scratch, recordPath: recordPath, processes: watch)
  }

  /// Launches an app locked, or as the flags say, and interrupts it once a text was printed.
  ///
  /// For what takes as long as the machine takes; a text that does not come within a minute is missed
  /// by whoever looks for it.
  func launch(
    _ app: String, _ script: String, until text: String, flags: [String] = [],
    lock: String = "--locked"
  ) async throws -> LaunchResult {
    let recordPath = scratch.path("record-\(UUID().uuidString).json")
    let program = try start(
      ["launch", app, lock, "--json-output", recordPath, "--do", script + "; wait end"] + flags)
    let watch = DescendantWatch(of: program.identifier)
    _ = await Waiting.until(within: .seconds(60)) {
      program.hasExited || (program.output + program.errors).contains(text)
    }
    try program.signal(SIGINT)
    let run = await program.finish(within: .seconds(90))
    watch.stop()
    return LaunchResult(run: run, scratch: scratch, recordPath: recordPath, processes: watch)
  }

  /// Launches an extension that misbehaves in one way.
  func launch(
    behaviour: String, _ script: String? = nil, flags: [String] = [],
    within limit: Duration = .seconds(90)
  ) async throws -> LaunchResult {
    let app = try MisbehavingApp.bundle(behaviour, in: scratch)
    return try await launch(app, script, flags: flags, within: limit)
  }
}
