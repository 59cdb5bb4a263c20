// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// A host in a process of its own, to be killed: this test program once more, with one test.
final class HostProcess {
  private static let variable = "LOCKHOST_TEST_HOST"

  private let process = Foundation.Process()
  private let folder: TemporaryFolder

  /// Starts the program with one test, named by its function.
  init(_ test: String, suite: String = "LifelineTests") throws {
    folder = try TemporaryFolder()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "\(suite)/\(test)"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      [Self.variable: test + " " + folder.path + "/numbers"]
    ) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    kill()
  }

  /// Whether this process is such a host, with this test.
  static func isOne(_ test: String) -> Bool {
    ProcessInfo.processInfo.environment[variable]?.hasPrefix(test + " ") == true
  }

  /// In the host: tells the one who started it that it is ready, and which processes it has.
  static func tell(_ numbers: [Int32]) throws {
    let words = try #require(ProcessInfo.processInfo.environment[variable])
    let path = String(words[words.index(after: words.firstIndex(of: " ") ?? words.startIndex)...])
    try Data(numbers.map(String.init).joined(separator: " ").utf8).write(
      to: URL(filePath: path), options: .atomic)
  }

  /// Waits until the host is ready.
  func numbers() async throws -> [Int32] {
    while !folder.contains("numbers") {
      try #require(process.isRunning, "the host left without a word")
      try await Task.sleep(for: .milliseconds(2))
    }
    return try String(contentsOfFile: folder.path + "/numbers", encoding: .utf8)
      .split(separator: " ").compactMap { Int32($0) }
  }

  /// Kills the host as nobody can prevent.
  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The host's spawner and every process that it made and that has not executed yet: pid 1s keep the
  /// spawner's command line, which ends with the host's number.
  func processes() throws -> [Int32] {
    let line = "\0\(process.processIdentifier)\0"
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      guard let number = Int32(name),
        let command = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8),
        command.hasSuffix(line), command.contains("lockhost-spawn")
      else { return nil }
      return number
    }
  }

  /// Waits until none of them is left.
  func waitForEndOfProcesses() async throws -> Bool {
    for _ in 0..<500 {
      if try processes().isEmpty { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
