// SPDX-License-Identifier: MIT

import LockhostSystem

/// How a program in a ``Sandbox`` came to its end.
///
/// That it never ran is a `SandboxError` and no end.
public struct ProgramEnd: Sendable {
  /// What ended it.
  public enum Reason: Hashable, Sendable {
    /// It left by itself, with a code of 0…255.
    case exited(Int32)
    /// A signal ended it that the sandbox did not send.
    case signaled(Int32)
    /// It made a call that only an attacker makes, and was killed; the last of the violations.
    case violation
    /// It would not stop making refused calls, and was killed.
    case flood
    /// It met a limit that kills.
    case limit(Limit)
    /// The host stopped it.
    case stopped
    /// Something else killed it together with its namespace: the host's own end, or a person.
    case lost
  }

  /// A limit that ends a program; those that only make a call fail are the program's to handle.
  public enum Limit: String, Hashable, Sendable {
    /// `Sandbox.time`.
    case time
    /// `Limits.memory`: of all its processes, its container and its memory files together.
    case memory
    /// `Limits.processorTime`.
    case processorTime = "cpu"
    /// `Limits.fileSize`.
    case fileSize = "file-size"
    /// `Sandbox.container`, in tier `floor`; elsewhere a full container makes calls fail.
    case container
  }

  /// What ended it.
  public var reason: Reason
  /// What the kernel says about the end, and what the program used.
  public var exit: GuestExit
  /// The tier it ran in.
  public var tier: SandboxTier
  /// Every distinct call that was refused, oldest first: its name, arguments, rule and count.
  public var violations: [Violation]
  /// How many refused calls are in none of ``violations``, because there were too many different ones.
  public var unlistedViolations = 0
  /// From the making of its first process until its own code ran.
  public var launchTime: Duration
  /// The most memory that all of it was seen to hold at once; nil when it ended before it was looked at.
  public var peakBytes: Int?
  /// What it wrote to standard output, where ``Sandbox/run(_:arguments:with:)`` kept it.
  public var output = CapturedOutput()
  /// What it wrote to standard error.
  public var errors = CapturedOutput()
}

/// What a program wrote to one stream.
public struct CapturedOutput: Hashable, Sendable {
  /// The first bytes of it.
  public var bytes: [UInt8] = []
  /// Whether there was more than was kept.
  public var isTruncated = false

  /// As text; what is not UTF-8 is replaced, and nothing else: it may hold terminal escapes.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension ProgramEnd.Reason {
  /// Reads an end that the host did not bring about.
  ///
  /// - Parameter isWatched: Whether a listener hears of what the filter kills for; the kernel does not
  ///   kill for it then, and a `SIGSYS` is the program's own.
  init(_ exit: GuestExit, limits: GuestSpecification.Limits, isWatched: Bool) {
    if exit.exceededContainer {
      self = .limit(.container)
      return
    }
    // One that was killed for memory alone, or with all of its group.
    if case .exited = exit.status {
    } else if exit.group?.memoryKills ?? 0 > 0 {
      self = .limit(.memory)
      return
    }
    switch exit.status {
    case .exited(let code): self = .exited(code)
    case .signaled(24, _): self = .limit(.processorTime)
    case .signaled(25, _): self = .limit(.fileSize)
    case .signaled(31, _) where !isWatched: self = .violation
    case .signaled(9, _) where Self.isSpent(exit.resources, limits): self = .limit(.processorTime)
    case .signaled(let signal, _): self = .signaled(signal)
    case .killed: self = .lost
    }
  }

  /// Whether the processor time is used up: with equal soft and hard limits the kernel sends
  /// `SIGKILL` at once.
  ///
  /// The limit is counted by ticks and the use precisely, so on a busy machine they differ by some.
  private static func isSpent(
    _ resources: GuestExit.Resources?, _ limits: GuestSpecification.Limits
  ) -> Bool {
    guard let resources, let limit = limits.processorTime else { return false }
    let used = Duration.microseconds(resources.userMicroseconds + resources.systemMicroseconds)
    return used >= limit * 0.75
  }
}
