// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

/// Runs the package manager on an author's package.
struct PackageBuilder {
  let package: String
  let configuration: String
  let stripsSymbols: Bool
  let terminal: Terminal
  let environment: [String: String]

  /// Static programs, in a build folder of their own.
  ///
  /// They start faster and need nothing of the file system, which is empty for a guest. The folder
  /// keeps them from being rebuilt after each `swift build` that the author runs without these flags.
  ///
  /// Planned anew each time, which takes a second: SwiftPM otherwise keeps its list of a dependency's
  /// files, and after an update of lockhost would miss those that are new.
  private var buildArguments: [String] {
    ["--configuration", configuration, "--scratch-path", package + "/.build/lockhost"]
      + ["--disable-build-manifest-caching"]
      + ["-Xswiftc", "-static-executable"] + (stripsSymbols ? ["-Xlinker", "-s"] : [])
  }

  /// The package's targets and products.
  ///
  /// - Throws: LH5301, LH5302, LH5310.
  func describe() throws(CommandFailure) -> PackageDescription {
    guard PathFacts(package + "/Package.swift", followingLinks: true)?.kind == .file else {
      throw .badData(
        "LH5301", "there is no Package.swift in \(package)",
        help: ["give the folder of a Swift package"])
    }
    let result = try run(["package", "describe", "--type", "json"], stream: false)
    guard result.status == 0 else {
      throw buildFailed(result.complaints, "the package's manifest cannot be used")
    }
    do {
      return try JSONDecoder().decode(PackageDescription.self, from: Data(result.output.utf8))
    } catch {
      throw CommandFailure(
        code: "LH5302", "the package manager's description of \(package) is not understood",
        details: [String(describing: error)], help: ["use the Swift that lockhost was built with"],
        exitStatus: ExitStatus.badData)
    }
  }

  /// Builds every target.
  ///
  /// - Returns: The folder with the programs.
  /// - Throws: LH5302 after the compiler's words were shown.
  func build() throws(CommandFailure) -> String {
    let result = try run(["build"] + buildArguments, stream: true)
    guard result.status == 0 else {
      throw buildFailed(
        terminal.style.isQuiet ? result.complaints : "", "the package does not build")
    }
    let place = try run(["build"] + buildArguments + ["--show-bin-path"], stream: false)
    guard place.status == 0 else {
      throw buildFailed(place.complaints, "the package manager does not say where the programs are")
    }
    return place.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func buildFailed(_ output: String, _ message: String) -> CommandFailure {
    for line in output.split(separator: "\n") { terminal.complain(String(line)) }
    return CommandFailure(
      code: "LH5302", message,
      help: [
        "the compiler's words are above",
        "a folder that was copied or moved with its .build does not build: remove \(package)/.build",
      ],
      exitStatus: ExitStatus.badData)
  }

  // MARK: Process

  private struct Result {
    var status: Int32
    var output: String
    var complaints: String
  }

  private func run(_ arguments: [String], stream: Bool) throws(CommandFailure) -> Result {
    let swift = try ProgramSearch.find("swift", path: environment["PATH"]).onMissing {
      CommandFailure(
        code: "LH5310", "there is no program `swift` in PATH",
        help: ["install Swift and add its usr/bin to PATH"], exitStatus: ExitStatus.notFound)
    }
    let process = Process()
    let output = Pipe()
    let complaints = Pipe()
    process.executableURL = URL(filePath: swift)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: package)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = complaints
    do {
      try process.run()
    } catch {
      throw CommandFailure(
        code: "LH5310", "\(swift) cannot be run: \(error.localizedDescription)",
        exitStatus: ExitStatus.notExecutable)
    }
    // Two pipes, two readers: either may fill up while the other is silent.
    let filter = Mutex(BuildOutputFilter())
    let said = Mutex(Collected())
    let done = DispatchSemaphore(value: 0)
    let reader = Thread {
      Self.readLines(complaints) { line in
        for kept in filter.withLock({ $0.keep(line) }) {
          said.withLock { $0.complaints += kept + "\n" }
          if stream { terminal.say(kept) }
        }
      }
      done.signal()
    }
    reader.start()
    Self.readLines(output) { line in
      // What `swift build` reports goes to standard output, the compiler's words included.
      let kept = stream ? filter.withLock { $0.keep(line) } : [line]
      for line in kept {
        said.withLock { $0.output += line + "\n" }
        if stream { terminal.say(line) }
      }
    }
    process.waitUntilExit()
    done.wait()
    let collected = said.withLock { $0 }
    return Result(
      status: process.terminationStatus, output: collected.output,
      complaints: collected.complaints + (stream ? collected.output : ""))
  }

  private struct Collected {
    var output = ""
    var complaints = ""
  }

  private static func readLines(_ pipe: Pipe, _ take: (String) -> Void) {
    var pending: [UInt8] = []
    while true {
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      pending += data
      while let newline = pending.firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: pending[..<newline], as: UTF8.self))
        pending.removeSubrange(...newline)
      }
    }
    if !pending.isEmpty { take(String(decoding: pending, as: UTF8.self)) }
  }
}

extension Optional {
  /// The value, or an error in its place.
  fileprivate func onMissing<Failure: Error>(
    _ failure: () -> Failure
  ) throws(Failure) -> Wrapped {
    guard let self else { throw failure() }
    return self
  }
}
