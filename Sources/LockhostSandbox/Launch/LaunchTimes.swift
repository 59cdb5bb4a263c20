// SPDX-License-Identifier: MIT

public import LockhostSystem

/// When each part of a launch began, all on the monotonic clock.
public struct LaunchTimes: Hashable, Sendable {
  /// When the launch was asked for.
  public internal(set) var requested: MonotonicInstant
  /// When each step that was taken began; what the tier or the specification left out is missing.
  public internal(set) var steps: [LaunchStep: MonotonicInstant]
  /// When the guest's own program had replaced lockhost's code.
  ///
  /// As the host saw it, which is a little late on a busy machine.
  public internal(set) var executed: MonotonicInstant

  /// When the spawner began to make the guest's first process.
  public var spawned: MonotonicInstant { steps[.announced] ?? steps[.clone] ?? requested }

  /// How long each step took, in order; the last is until ``executed``.
  ///
  /// A child may begin its first step before its parent notes the next of its own; the parent's is
  /// zero then, and never negative.
  public var durations: [(step: LaunchStep, duration: Duration)] {
    let ordered = steps.sorted { $0.key < $1.key }
    let ends = ordered.dropFirst().map(\.value) + [executed]
    return zip(ordered, ends).map { ($0.key, max($0.value.duration(to: $1), .zero)) }
  }
}
