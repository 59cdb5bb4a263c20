// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSystem
import LockhostWire

/// The device goes back to its lock screen when nobody touches it.
extension Session {
  /// Somebody touched the phone, or the extension has just become ready: the time counts anew.
  func touched() {
    guard let limit = plan.request.idleLimit, plan.target == .extension else { return }
    idleDeadline?.cancel()
    idleDeadline = loop.schedule(at: .now.advanced(by: limit)) { [weak self] in
      self?.assumeIsolated { $0.isIdle(limit) }
    }
  }

  private func isIdle(_ limit: Duration) {
    // Whoever is asked for a face, or looks at the app, is there.
    guard prompt == nil, app == nil, ending == nil else { return }
    guest?.assumeIsolated {
      $0.dismiss(.idle(after: limit), reason: .dismissed, grace: Session.grace)
    }
  }
}
