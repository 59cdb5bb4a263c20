// SPDX-License-Identifier: MIT

import CConformance
import Glibc
import LockhostSandbox
import LockhostSystem
import Synchronization

/// Where probes run: the probe's own copy, the suite's folder, and the thread that waits.
package final class ProbeGround: Sendable {
  /// The suite's folder.
  let scratch: Scratch
  /// A copy of `lockhost-probe` that everybody may run.
  let probe: String
  /// Supervisors are started here: they die with the thread that started them.
  let loop: EventLoop

  /// Makes the folder and copies the probe.
  ///
  /// - Parameter program: Where `lockhost-probe` is; nil for beside the running program.
  /// - Throws: `ConformanceError.system`: `ENOENT` when the probe is not beside the running program.
  package init(program: String? = nil) throws(ConformanceError) {
    do throws(SystemError) {
      scratch = try Scratch()
      probe = scratch.path + "/lockhost-probe"
      let source: String
      if let program {
        source = program
      } else {
        source = try ProgramFolder.path(of: "lockhost-probe")
      }
      try scratch.copyProgram(source, to: probe)
      loop = try EventLoop(name: "conformance")
    } catch {
      throw .system(error)
    }
  }

  /// Runs a command line until its end or a deadline, and kills all that it started.
  func supervise(
    _ words: [String], folder: String, environment: [String: String], input: SharedDescriptor,
    inherited: SharedDescriptor?, deadline: Duration, grace: Duration, outputLimit: ByteCount,
    patience: Duration
  ) async throws(SystemError) -> LaunchedProbe {
    let (output, errors, report) = (try Pipe(), try Pipe(), try Pipe())
    var descriptors = [
      (input, Int32(0)), (output.writing, 1), (errors.writing, 2), (report.writing, 3),
    ]
    if let inherited { descriptors.append((inherited, inherited.rawValue)) }
    let milliseconds = [deadline, grace].map { String($0.wholeMilliseconds) }
    let start = ProgramStart(
      path: probe, arguments: [probe, "--supervise"] + milliseconds + [folder] + words,
      environment: environment, descriptors: descriptors)
    let supervisor = try await ChildProcess.start(start, on: loop)
    let kept = try OutputPair(output.reading, errors.reading, limit: outputLimit, loop: loop)
    await supervisor.end(within: deadline + grace + patience)
    var result = LaunchedProbe(.failed("its supervisor was killed"))
    try result.read(report: report.reading)
    let captured = await kept.finish()
    result.output = captured.output.text
    result.isTruncated = captured.output.isTruncated
    result.errors = captured.errors.text
    return result
  }
}

extension LaunchedProbe {
  /// Reads the supervisor's line, `exited 0 survivors 0`; the first one, since a launcher that could not
  /// be started has one of its own.
  fileprivate mutating func read(report: SharedDescriptor) throws(SystemError) {
    try report.setNonblocking()
    let text = String(decoding: try report.read(maximumBytes: 256) ?? [], as: UTF8.self)
    let words = (text.split(separator: "\n").first ?? "").split(separator: " ")
    switch (words.first, words.dropFirst().first) {
    case ("exited", .some(let code)): ending = .exited(Int32(code) ?? -1)
    case ("signaled", .some(let number)): ending = .signaled(Int32(number) ?? 0)
    case ("failed", .some(let error)): ending = .failed("it cannot be executed: \(error)")
    case ("late", _): ending = .late
    default: break
    }
    survivors = words.last.flatMap { Int($0) } ?? 0
  }
}
