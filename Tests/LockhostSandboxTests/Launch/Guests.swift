// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem

/// Guests as these tests start them: the probe program, alone in an empty root.
enum Guests {
  /// A user of the guests' own, where the tests run as root; nobody else has it.
  static let user: UInt32 = 730_001

  static var isRoot: Bool { geteuid() == 0 }

  static var identity: GuestSpecification.Identity {
    isRoot ? .unprivileged(user: user, group: user) : .own
  }

  /// A filter that admits everything, so that what refuses is another layer.
  static let admitsEverything: [UInt8] = [0x06, 0, 0, 0, 0, 0, 0xff, 0x7f]

  /// A guest that runs one of the built programs, with a container.
  static func program(_ name: String, _ arguments: [String]) throws -> GuestSpecification {
    let path = try ProgramFolder.path(of: name)
    var guest = GuestSpecification(
      executable: .init(source: .init(path: path), path: "/program"),
      arguments: [name] + arguments, identity: identity,
      filter: .init(program: admitsEverything, hasListener: false))
    guest.mounts = [.program(path, at: "/program")]
    guest.directories = ["/container/tmp"]
    guest.workingDirectory = "/container"
    return guest
  }

  static func probe(_ words: String...) throws -> GuestSpecification {
    try program("lockhost-probe", words)
  }

  /// The filter of a built-in policy for the guest's limits; when nobody listens, what it would report
  /// it refuses.
  static func filter(
    _ policy: String, for guest: GuestSpecification, hasListener: Bool = false
  ) throws -> GuestSpecification.Filter {
    let program = try FilterCompiler.compile(
      try Policy.builtIn(policy), executable: UInt32(guest.limits.openFiles), listener: hasListener)
    return GuestSpecification.Filter(program: program.bytes, hasListener: hasListener)
  }

  /// The same for tier `floor`.
  static func floorFilter(
    _ policy: String, for guest: GuestSpecification, hasListener: Bool = false
  ) throws -> GuestSpecification.Filter {
    GuestSpecification.Filter(
      try FilterCompiler.compile(
        try Policy.builtIn(policy), executable: UInt32(guest.limits.openFiles),
        listener: hasListener, tier: .floor))
  }

  /// A probe in tier `floor`.
  static func floorProbe(_ policy: String, _ words: String...) throws -> GuestSpecification {
    var guest = try program("lockhost-probe", words)
    guest.tier = .floor
    guest.filter = try floorFilter(policy, for: guest)
    return guest
  }
}

/// What a program said and how it ended.
struct Outcome {
  let output: String
  let status: GuestExit.Status

  /// The second and third word of a probe's line.
  var verdict: String {
    output.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
  }
}

extension Spawner {
  /// Runs a guest to its end.
  func outcome(of specification: GuestSpecification) async throws -> Outcome {
    let guest = try await launch(specification)
    // Its last output is in the pipe before it is dead.
    let status = await guest.exit().status
    return Outcome(output: try guest.standardOutput.readToEnd(), status: status)
  }

  /// Why a launch fails; nil when it does not, and the guest is dropped.
  func failure(of specification: GuestSpecification) async -> SandboxError? {
    do throws(SandboxError) {
      _ = try await launch(specification)
      return nil
    } catch {
      return error
    }
  }
}

/// The same programs without a sandbox: what is refused inside would work here.
enum Outside {
  static func outcome(of name: String, _ arguments: [String]) throws -> Outcome {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: try ProgramFolder.path(of: name))
    process.arguments = arguments
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "lockhost-outside-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    process.currentDirectoryURL = folder
    let pipe = Foundation.Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: output, as: UTF8.self),
      status: process.terminationReason == .exit
        ? .exited(process.terminationStatus)
        : .signaled(process.terminationStatus, dumpedCore: false))
  }
}

extension SharedDescriptor {
  /// Reads until the end of the file.
  func readToEnd() throws -> String {
    var bytes: [UInt8] = []
    while let part = try read(maximumBytes: 65_536), !part.isEmpty { bytes += part }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What the system says about processes, from outside.
enum Processes {
  static func exists(_ identifier: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8) else {
      return false
    }
    // A zombie that its parent is about to reap is dead.
    return !text.contains(") Z ")
  }

  /// The children of a process.
  static func children(of identifier: Int32) throws -> [Int32] {
    let path = "/proc/\(identifier)/task/\(identifier)/children"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: " ").compactMap {
      Int32($0)
    }
  }

  static func descriptorCount(of identifier: Int32) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count
  }

  /// Whether a process comes to have no more descriptors than this.
  ///
  /// The spawner closes the last one of a guest just after it has told of the guest's end.
  static func hasAtMost(_ count: Int, descriptorsOf identifier: Int32) async throws -> Bool {
    for _ in 0..<200 {
      if try descriptorCount(of: identifier) <= count { return true }
      try await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  /// Waits until a process is gone, for as long as a loaded machine may take.
  static func waitForEnd(of identifier: Int32) async throws -> Bool {
    for _ in 0..<500 {
      if !exists(identifier) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
