// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import LockhostTesting
import Testing

/// A guest in Swift that makes refused calls from lines that tests know: `Tests/Fixtures/RefusedCalls`.
struct RefusedCalls: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let flags: [String]
  var hasLines = true

  static let unoptimized = RefusedCalls(
    testDescription: "unoptimized, static", flags: ["-Onone", "-g", "-static-executable"])
  static let optimized = RefusedCalls(
    testDescription: "optimized, static", flags: ["-O", "-g", "-static-executable"])
  static let dynamic = RefusedCalls(
    testDescription: "optimized, position independent, the system's C library",
    flags: ["-O", "-g", "-static-stdlib"])
  static let stripped = RefusedCalls(
    testDescription: "without symbols", flags: ["-O", "-static-executable", "-Xlinker", "-s"],
    hasLines: false)
  static let withLines = [unoptimized, optimized, dynamic]

  static let canBeBuilt = FileManager.default.isExecutableFile(atPath: compiler)
  static let hint = "there is no `swiftc` in PATH"

  private static let compiler: String = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/swiftc" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    } ?? ""
  }()

  private static let programs = Programs()

  /// Compiles each kind once.
  private actor Programs {
    private var paths: [[String]: String] = [:]
    private var folder: TemporaryFolder?

    func path(_ kind: RefusedCalls) throws -> String {
      if let path = paths[kind.flags] { return path }
      let folder = try self.folder ?? TemporaryFolder()
      self.folder = folder
      // Guests are users of their own, and look for their program by its path.
      unsafe chmod(folder.path, 0o755)
      let path = "\(folder.path)/refused-\(paths.count)"
      let process = Foundation.Process()
      process.executableURL = URL(filePath: RefusedCalls.compiler)
      process.arguments =
        kind.flags + ["-o", path, "-module-cache-path", "\(folder.path)/modules"]
        + ["Uploader.swift", "main.swift"].map { RefusedCalls.source($0) }
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "swiftc \(process.arguments ?? [])")
      paths[kind.flags] = path
      return path
    }
  }

  private static func source(_ name: String) -> String {
    SourceTree.path("Tests/Fixtures/RefusedCalls/\(name)")
  }

  /// The place of a line that is marked `// line: NAME`.
  static func place(_ mark: String) throws -> String {
    let lines = try String(contentsOfFile: source("Uploader.swift"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(lines.firstIndex { $0.hasSuffix("// line: \(mark)") })
    return "Uploader.swift:\(index + 1)"
  }

  /// The guest, with the filter that it gets.
  func guest(_ word: String) async throws -> (GuestSpecification, FilterProgram) {
    let path = try await Self.programs.path(self)
    var (guest, filter) = try Self.guest(path, [])
    guest.environment = [
      "REFUSED_CALL": word, "SWIFT_ROOT": "/", "SWIFT_BACKTRACE": "enable=no",
    ]
    return (guest, filter)
  }

  /// The compiled program.
  func path() async throws -> String { try await Self.programs.path(self) }

  static func guest(
    _ path: String, _ arguments: [String]
  ) throws -> (GuestSpecification, FilterProgram) {
    let closure = try ELFClosure.resolve(executable: path, guestPath: "/program")
    var policy = try Policy.builtIn("capture")
    if closure.interpreter != nil { policy.allow(.libraries) }
    var guest = GuestSpecification(
      executable: .init(source: .init(path: path), path: "/program"),
      arguments: ["program"] + arguments, identity: Guests.identity,
      filter: .init(program: [], hasListener: true))
    let filter = try FilterCompiler.compile(policy, executable: UInt32(guest.limits.openFiles))
    guest.filter = .init(program: filter.bytes, hasListener: true)
    guest.mounts = [.program(path, at: "/program")]
    guest.mounts += closure.dependencies.map { .program($0.realPath, at: $0.guestPath) }
    guest.directories = ["/container/tmp"]
    guest.workingDirectory = "/container"
    return (guest, filter)
  }
}

/// A guest that was watched to its end.
struct WatchedOutcome {
  let output: String
  let exit: GuestExit
  let violations: [Violation]
  let events: [ViolationListener.Event]
}

extension Spawner {
  /// Runs a guest to its end, and kills it when its listener says so.
  nonisolated func watch(
    _ guest: (specification: GuestSpecification, filter: FilterProgram),
    limits: ViolationLimits = ViolationLimits(), sources: SourceRules? = SourceRules()
  ) async throws -> WatchedOutcome {
    let process = try await launch(guest.specification)
    let descriptor = try #require(process.listener)
    let (stream, continuation) = AsyncStream.makeStream(of: ViolationListener.Event.self)
    let listener = try ViolationListener(
      descriptor: descriptor, program: guest.filter, loop: loop, limits: limits, sources: sources
    ) { event in
      continuation.yield(event)
      if case .refused = event { return }
      _ = try? process.kill()
    }
    let exit = await process.exit()
    await listener.settle(within: .seconds(20))
    let violations = listener.violations
    listener.cancel()
    continuation.finish()
    var events: [ViolationListener.Event] = []
    for await event in stream { events.append(event) }
    return WatchedOutcome(
      output: try process.standardOutput.readToEnd(), exit: exit, violations: violations,
      events: events)
  }
}
