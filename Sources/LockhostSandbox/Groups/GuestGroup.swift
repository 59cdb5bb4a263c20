// SPDX-License-Identifier: MIT

import Glibc
package import LockhostSystem
import Synchronization

/// A guest's own cgroup, in which it was born.
///
/// Nobody in it can leave it: the guest sees no cgroup file system, and has no right to one.
package final class GuestGroup: Sendable {
  /// The folder, in which the guest is born.
  package let directory: Directory
  private let name: FileName
  private let parent: Directory
  private let controllers: Set<GroupController>
  private let isRemoved = Atomic(false)

  init(
    _ directory: Directory, name: FileName, parent: Directory, controllers: Set<GroupController>
  ) {
    self.directory = directory
    self.name = name
    self.parent = parent
    self.controllers = controllers
  }

  deinit { _ = remove() }

  /// Whether the kernel holds the limit of memory.
  package var limitsMemory: Bool { controllers.contains(.memory) }

  /// Sets the limits that its controllers can hold.
  ///
  /// - Throws: `SystemError` for a limit that the kernel refuses.
  func apply(_ limits: GuestSpecification.Limits) throws(SystemError) {
    if controllers.contains(.memory), let memory = limits.memory {
      try directory.set(FileName(literal: "memory.max"), to: "\(memory.bytes)")
      // All or nobody: a guest that lost one of its processes is not one to go on with.
      try directory.set(FileName(literal: "memory.oom.group"), to: "1")
      do throws(SystemError) {
        try directory.set(FileName(literal: "memory.swap.max"), to: "0")
      } catch {
        // A kernel without swap has no such file.
        guard error.code == ENOENT else { throw error }
      }
    }
    if controllers.contains(.processes) {
      // pid 1 is lockhost's.
      try directory.set(FileName(literal: "pids.max"), to: "\(limits.processes + 1)")
    }
    if let share = limits.processors {
      guard controllers.contains(.processors) else {
        throw SystemError(call: "cpu.max", code: EOPNOTSUPP)
      }
      let period = 100_000
      let quota = max(Int((share * Double(period)).rounded()), 1000)
      try directory.set(FileName(literal: "cpu.max"), to: "\(quota) \(period)")
    }
  }

  /// Kills everybody in it, however fast they fork.
  ///
  /// - Throws: `SystemError` for `write(2)`; `ENOENT` before Linux 5.14.
  package func kill() throws(SystemError) {
    try directory.set(FileName(literal: "cgroup.kill"), to: "1")
  }

  /// Stops everybody in it, or lets them go on; ``isFrozen`` says when they have stopped.
  ///
  /// - Throws: `SystemError` for `write(2)`.
  package func freeze(_ stops: Bool) throws(SystemError) {
    try directory.set(FileName(literal: "cgroup.freeze"), to: stops ? "1" : "0")
  }

  /// Whether anybody is in it; nil when it is gone.
  package var isPopulated: Bool? { events("cgroup.events")?["populated"].map { $0 != 0 } }

  /// Whether everybody in it has stopped; nil when it is gone.
  package var isFrozen: Bool? { events("cgroup.events")?["frozen"].map { $0 != 0 } }

  /// Counts what happened in it, and removes it; to be called when everybody in it is dead.
  func finish() -> GuestExit.GroupUse {
    let memory = events("memory.events") ?? [:]
    let processes = events("pids.events") ?? [:]
    var use = GuestExit.GroupUse(controllers: controllers)
    use.peakBytes = number("memory.peak")
    use.peakProcesses = number("pids.peak")
    use.memoryKills = memory["oom_kill"] ?? 0
    use.refusedProcesses = processes["max"] ?? 0
    use.isEmpty = isPopulated == false
    use.isRemoved = remove()
    return use
  }

  private func remove() -> Bool {
    guard !isRemoved.exchange(true, ordering: .relaxed) else { return true }
    do throws(SystemError) {
      try parent.removeDirectory(name)
      return true
    } catch {
      return error.code == ENOENT
    }
  }

  // MARK: What the kernel tells

  private func text(_ name: StaticString) -> String? {
    do throws(SystemError) {
      return try directory.text(of: FileName(literal: name))
    } catch {
      return nil
    }
  }

  private func number(_ name: StaticString) -> Int? {
    text(name).flatMap { Int($0.filter { $0 != "\n" }) }
  }

  private func events(_ name: StaticString) -> [String: Int]? { text(name).map(Self.events) }

  /// Reads lines of a word and a number.
  static func events(in text: String) -> [String: Int] {
    var events: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let number = Int(words[1]) { events[String(words[0])] = number }
    }
    return events
  }
}
