// SPDX-License-Identifier: MIT

public import LockhostPolicy
public import LockhostSystem

/// Answers the calls that a guest's filter hands to the host, and keeps a record of them.
///
/// Lives on an event loop; every callback runs there. It answers with an error number or has the
/// guest killed; it never lets a call through, and it never reads the guest's memory.
public final class ViolationListener: Sendable {
  /// What the listener tells its owner.
  public enum Event: Sendable {
    /// A call was refused that had not been seen before.
    case refused(Violation)
    /// A call was made that only an attacker makes: kill the whole tree now. The thread that made
    /// it is kept waiting until it dies.
    case attacked(Violation)
    /// Too many refusals, in one second or in all: end the guest. Told once.
    case flooded(total: Int)
  }

  /// Starts answering.
  ///
  /// - Parameters:
  ///   - descriptor: The filter's listener, as the spawner passed it up.
  ///   - program: The filter that it belongs to.
  ///   - loop: Where it runs.
  ///   - onEvent: Called on the loop; must not block.
  public init(
    descriptor: SharedDescriptor, program: FilterProgram, loop: EventLoop,
    onEvent: @escaping @Sendable (Event) -> Void
  ) {}

  /// Every distinct refusal so far, oldest first, with counts.
  public var violations: [Violation] { [] }

  /// Stops listening and closes the descriptor; calls that come later fail with `ENOSYS`.
  ///
  /// Idempotent.
  public func cancel() {}
}
