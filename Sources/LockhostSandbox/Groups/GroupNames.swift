// SPDX-License-Identifier: MIT

import LockhostSystem

/// What lockhost calls the cgroups that it makes.
enum GroupNames {
  /// Of a host's guests; locked by the host for as long as it lives.
  static let guestsPrefix = "lockhost-guests."
  /// Of a host that stood aside.
  ///
  /// It may have children that are none of lockhost's business.
  static let hostPrefix = "lockhost-host."

  static func guests() -> FileName { random(guestsPrefix) }
  static func host() -> FileName { random(hostPrefix) }
  static func trial() -> FileName { random("lockhost-trial.") }

  private static func random(_ prefix: String) -> FileName {
    FileName(prefix + String(UInt64.random(in: .min ... .max), radix: 16))
      ?? FileName(literal: "lockhost")
  }
}
