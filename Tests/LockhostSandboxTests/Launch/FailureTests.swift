// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

@Suite("A launch that fails")
struct FailureTests {
  let spawner: Spawner
  let folder: TemporaryFolder

  init() throws {
    spawner = try Spawner()
    folder = try TemporaryFolder()
    unsafe chmod(folder.path, 0o755)
  }

  /// Fails at a step, and leaves neither process nor descriptor.
  private func expectFailure(
    _ guest: GuestSpecification, _ step: LaunchStep, _ index: Int, _ code: Int32,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    // Control: the same spawner starts a good one before and after.
    #expect(
      try await spawner.outcome(of: try Guests.probe("exit", "7")).status == .exited(7),
      sourceLocation: location)
    let identifier = try #require(await spawner.processIdentifier)
    let descriptors = try Processes.descriptorCount(of: identifier)
    switch await spawner.failure(of: guest) {
    case .launch(let failed, let element, let cause):
      #expect(failed == step, "\(cause)", sourceLocation: location)
      #expect(element == index, sourceLocation: location)
      #expect(cause.code == code, "\(cause)", sourceLocation: location)
    case let other:
      Issue.record("\(String(describing: other))", sourceLocation: location)
    }
    #expect(try Processes.children(of: identifier) == [], sourceLocation: location)
    #expect(
      try await Processes.hasAtMost(descriptors, descriptorsOf: identifier),
      sourceLocation: location)
    #expect(
      try await spawner.outcome(of: try Guests.probe("exit", "7")).status == .exited(7),
      sourceLocation: location)
  }

  @Test("because a mount's source is not there, names the path")
  func missingSource() async throws {
    var guest = try Guests.probe("exit")
    guest.mounts.append(.program("/no/such/thing", at: "/thing"))
    #expect(
      await spawner.failure(of: guest)
        == .unreadable(path: "/no/such/thing", cause: SystemError(call: "open(2)", code: ENOENT)))
  }

  @Test("because a mount's path leads to another file by now")
  func exchangedSource() async throws {
    var guest = try Guests.probe("open", "/data")
    let path = try folder.write("data", "first")
    let descriptor = SharedDescriptor(adopting: unsafe open(path, O_RDONLY | O_CLOEXEC))
    guest.mounts.append(
      .init(source: .init(path: path, descriptor: descriptor), target: "/data"))
    try FileManager.default.removeItem(atPath: path)
    try folder.write("other", "second")
    try folder.write("data", "second")
    if Guests.isRoot {
      // Root mounts the descriptor itself, so the file that was meant is the file that is seen; a
      // file without a name cannot be mounted.
      try await expectFailure(guest, .mounts, 1, ENOENT)
    } else {
      try await expectFailure(guest, .sources, 1, ESTALE)
    }
  }

  @Test("because a mount's target lies below another mount")
  func nestedTarget() async throws {
    var guest = try Guests.probe("exit")
    guest.mounts.append(.program(folder.path, at: "/data"))
    guest.mounts.append(.program("/bin/sh", at: "/data/sh"))
    try await expectFailure(guest, .mounts, 2, EXDEV)
  }

  @Test("because other file systems are mounted below a folder, names both")
  func mountsBelow() async throws {
    let mounts = MountPoints.below("/dev")
    guard !Guests.isRoot, !mounts.isEmpty else { return }
    var guest = try Guests.probe("exit")
    guest.mounts.append(.program("/dev", at: "/dev"))
    #expect(
      await spawner.failure(of: guest)
        == .unshowable(
          path: "/dev", mounts: mounts, cause: SystemError(call: "open_tree(2)", code: EINVAL)))
  }

  @Test("because its arguments are more than the kernel takes, or one is")
  func tooManyArguments() async throws {
    var guest = try Guests.probe("exit", "0")
    guest.arguments += Array(repeating: String(repeating: "x", count: 100_000), count: 21)
    for arguments in [guest.arguments, ["probe", String(repeating: "x", count: 131_072)]] {
      guest.arguments = arguments
      guard case .invalidSpecification("arguments", _) = await spawner.failure(of: guest) else {
        Issue.record("\(arguments.count)")
        continue
      }
    }
  }

  @Test("because the guest would not see its executable")
  func missingExecutable() async throws {
    var guest = try Guests.probe("exit")
    guest.executable.path = "/elsewhere"
    try await expectFailure(guest, .executable, 1, ENOENT)
  }

  @Test("because the guest would see another executable")
  func otherExecutable() async throws {
    var guest = try Guests.probe("exit")
    guest.executable.source = .init(path: try ProgramFolder.path(of: "lockhost-spawn"))
    try await expectFailure(guest, .executable, 3, ESTALE)
  }

  @Test("because the executable is reached through a link")
  func linkedExecutable() async throws {
    var guest = try Guests.probe("exit")
    unsafe symlink("program", folder.path + "/link")
    guest.mounts.append(.program(folder.path, at: "/data"))
    guest.executable.path = "/data/link"
    try await expectFailure(guest, .executable, 1, ELOOP)
  }

  @Test("because the executable is not executable")
  func notExecutable() async throws {
    try await expectFailure(try executable("#!/bin/sh\n", mode: 0o644), .execute, 0, EACCES)
  }

  @Test("because the executable is not readable by the guest, as a mount is not executable")
  func noexecMount() async throws {
    var guest = try executable("x", mode: 0o755)
    guest.mounts[0].isExecutable = false
    try await expectFailure(guest, .execute, 0, EACCES)
  }

  @Test("because the executable is a folder")
  func folderExecutable() async throws {
    var guest = try Guests.probe("exit")
    guest.executable = .init(source: .init(path: folder.path), path: "/data")
    guest.mounts = [.program(folder.path, at: "/data")]
    try await expectFailure(guest, .execute, 0, EACCES)
  }

  @Test("because the executable is for another machine")
  func otherMachine() async throws {
    let program = try ProgramFolder.path(of: "lockhost-probe")
    var bytes = try Data(contentsOf: URL(filePath: program))
    // e_machine: Alpha, which nobody has.
    bytes[18] = 0x26
    bytes[19] = 0x90
    let path = folder.path + "/alpha"
    try bytes.write(to: URL(filePath: path))
    unsafe chmod(path, 0o755)
    var guest = try Guests.probe("exit")
    guest.executable.source.path = path
    guest.mounts = [.program(path, at: "/program")]
    try await expectFailure(guest, .execute, 0, ENOEXEC)
  }

  private func executable(_ content: String, mode: Int) throws -> GuestSpecification {
    let path = try folder.write("program", content, mode: mode)
    var guest = try Guests.probe("exit")
    guest.executable.source.path = path
    guest.mounts = [.program(path, at: "/program")]
    return guest
  }

  @Test("because a folder cannot be made, or the working directory is not there")
  func folders() async throws {
    var guest = try Guests.probe("exit")
    guest.directories = ["/container/tmp", "/container/a/b"]
    try await expectFailure(guest, .directories, 1, ENOENT)
    guest.directories = []
    guest.workingDirectory = "/nowhere"
    try await expectFailure(guest, .workingDirectory, 0, ENOENT)
  }

  @Test("because the filter is none")
  func badFilter() async throws {
    var guest = try Guests.probe("exit")
    guest.filter.program = [0xff, 0xff, 0, 0, 0, 0, 0, 0]
    try await expectFailure(guest, .filter, 0, EINVAL)
  }

  @Test("because the cgroup is none")
  func badCgroup() async throws {
    var guest = try Guests.probe("exit")
    guest.cgroup = try SharedDescriptor.null()
    try await expectFailure(guest, .clone, 1, EBADF)
  }

  @Test("because the container is too small for its folders")
  func tinyContainer() async throws {
    var guest = try Guests.probe("exit")
    guest.container?.files = 1
    try await expectFailure(guest, .directories, 0, ENOSPC)
  }

  @Test("because a filter kills the exec, is an end and not an error")
  func filterAgainstExec() async throws {
    var guest = try Guests.probe("exit")
    // execveat kills, everything else is admitted.
    guest.filter.program = Self.filter(onExec: 0x8000_0000)
    let outcome = try await spawner.outcome(of: guest)
    #expect(outcome.status == .signaled(SIGSYS, dumpedCore: false))
  }

  @Test("because it is stuck, ends at its deadline and delays nobody")
  func stuck() async throws {
    var guest = try Guests.probe("exit")
    // execveat waits for a listener that never answers.
    guest.filter = .init(program: Self.filter(onExec: 0x7fc0_0000), hasListener: true)
    guest.deadline = .milliseconds(400)
    let before = MonotonicInstant.now
    async let failure = spawner.failure(of: guest)
    for _ in 0..<5 {
      #expect(try await spawner.outcome(of: try Guests.probe("exit", "3")).status == .exited(3))
    }
    #expect(await failure == .timedOut(.milliseconds(400)))
    let elapsed = before.duration(to: .now)
    #expect(elapsed >= .milliseconds(400))
    let identifier = try #require(await spawner.processIdentifier)
    #expect(try Processes.children(of: identifier) == [])
  }

  @Test("because its task is cancelled, leaves nothing")
  func cancelled() async throws {
    var guest = try Guests.probe("exit")
    guest.filter = .init(program: Self.filter(onExec: 0x7fc0_0000), hasListener: true)
    let task = Task { [guest] in await spawner.failure(of: guest) }
    while await spawner.processIdentifier == nil { await Task.yield() }
    task.cancel()
    let failure = await task.value
    #expect(failure == .cancelled, "\(String(describing: failure))")
    let identifier = try #require(await spawner.processIdentifier)
    #expect(try Processes.children(of: identifier) == [])
  }

  /// A filter that returns this for `execveat` and admits everything else.
  static func filter(onExec result: UInt32) -> [UInt8] {
    #if arch(x86_64)
    let execveat: UInt32 = 322
    #else
    let execveat: UInt32 = 281
    #endif
    func instruction(_ code: UInt16, _ yes: UInt8, _ no: UInt8, _ operand: UInt32) -> [UInt8] {
      [UInt8(code & 0xff), UInt8(code >> 8), yes, no]
        + (0..<4).map { UInt8(truncatingIfNeeded: operand >> ($0 * 8)) }
    }
    return instruction(0x20, 0, 0, 0) + instruction(0x15, 0, 1, execveat)
      + instruction(0x06, 0, 0, result) + instruction(0x06, 0, 0, 0x7fff_0000)
  }

  @Test("because the specification cannot be meant, names the field")
  func invalid() async throws {
    let changes: [(String, (inout GuestSpecification) -> Void)] = [
      ("executable", { $0.executable.path = "program" }),
      ("workingDirectory", { $0.workingDirectory = "" }),
      ("mounts", { $0.mounts.append(.program("/bin/sh", at: "/")) }),
      ("mounts", { $0.mounts.append(.program("relative", at: "/x")) }),
      ("arguments", { $0.arguments = [] }),
      ("arguments", { $0.arguments = ["a\0b"] }),
      ("environment", { $0.environment = ["A=B": "c"] }),
      ("environment", { $0.environment = ["": "c"] }),
      ("hostname", { $0.hostname = String(repeating: "x", count: 65) }),
      ("filter", { $0.filter.program = [] }),
      ("filter", { $0.filter.program = [1, 2, 3] }),
      ("limits.openFiles", { $0.limits.openFiles = 1 << 20 }),
      ("limits.processes", { $0.limits.processes = 0 }),
      ("limits", { $0.limits.fileSize = ByteCount(-1) }),
      ("container.size", { $0.container?.size = ByteCount(0) }),
      ("directories", { $0.directories = [String](repeating: "/container/a", count: 65) }),
      (
        "identity",
        { $0.identity = geteuid() == 0 ? .own : .unprivileged(user: 1234, group: 1234) }
      ),
      ("identity", { $0.identity = .unprivileged(user: 0, group: 0) }),
    ]
    for (field, change) in changes {
      var guest = try Guests.probe("exit")
      change(&guest)
      guard case .invalidSpecification(field, let reason) = await spawner.failure(of: guest) else {
        Issue.record("\(field) was accepted")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test("because there is no spawner")
  func missingSpawner() async throws {
    let spawner = try Spawner(programPath: "/no/such/lockhost-spawn")
    #expect(
      await spawner.failure(of: try Guests.probe("exit"))
        == .spawnerUnavailable(SystemError(call: "posix_spawn(3)", code: ENOENT)))
  }
}
