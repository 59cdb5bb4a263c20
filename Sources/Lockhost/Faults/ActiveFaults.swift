// SPDX-License-Identifier: MIT

import LockhostSystem
import Synchronization

/// The faults that are on in one session, from any thread.
final class ActiveFaults: Sendable {
  private struct Active {
    let fault: Fault
    let since: MonotonicInstant
  }

  private let active = Mutex<[Fault.Kind: Active]>([:])

  /// Turns faults on.
  init(_ faults: [Fault], now: MonotonicInstant) {
    for fault in faults { turnOn(fault, now: now) }
  }

  /// Turns a fault on, or starts it anew.
  func turnOn(_ fault: Fault, now: MonotonicInstant) {
    active.withLock { $0[fault.kind] = Active(fault: fault, since: now) }
  }

  /// The fault of a kind, if it is on.
  func fault(_ kind: Fault.Kind) -> Fault? { active.withLock { $0[kind]?.fault } }

  /// How much longer the camera is another's; nil when it is free.
  func cameraBusy(now: MonotonicInstant) -> Duration? {
    guard let busy = active.withLock({ $0[.cameraBusy] }) else { return nil }
    let end = busy.since.advanced(by: busy.fault.duration)
    return now < end ? now.duration(to: end) : nil
  }
}
