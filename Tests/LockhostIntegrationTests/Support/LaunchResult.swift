// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// How a launch went: the command's end, the session's record, and the processes that it had.
struct LaunchResult: Sendable {
  let run: ProgramRun
  /// Holds the folder that has the record and the state.
  let scratch: ScratchFolder
  let recordPath: String
  let processes: DescendantWatch

  /// The record that was written.
  func record(sourceLocation: SourceLocation = #_sourceLocation) throws -> ExitRecord {
    guard let data = FileManager.default.contents(atPath: recordPath) else {
      Issue.record(
        "no record was written; \(run.end)\n\(run.output)\n\(run.errors)",
        sourceLocation: sourceLocation)
      throw MissingFixture(path: recordPath)
    }
    return try JSONDecoder().decode(ExitRecord.self, from: data)
  }

  /// Checks that the session has left no process, mount or container behind.
  ///
  /// A second is what the issue allows a killed host's guests; an ordinary end has none left at once.
  func expectNothingLeft(
    within limit: Duration = .seconds(1), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let processes = processes
    let isGone = await Waiting.until(within: limit) { processes.survivors.isEmpty }
    #expect(
      isGone, "these are left: \(processes.survivors)", sourceLocation: sourceLocation)
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    let folder = (recordPath as NSString).deletingLastPathComponent
    #expect(!mounts.contains(folder), "a mount is left", sourceLocation: sourceLocation)
  }

  /// The whole output, for a failure's message.
  var transcript: String { "\(run.end)\n\(run.output)\n\(run.errors)" }
}
