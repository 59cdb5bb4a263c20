// SPDX-License-Identifier: MIT

import CLinux

/// The names of signals, for people and records.
public enum SignalName {
  /// The name of a signal, such as `SIGSEGV`; nil for a number that has none.
  public static func of(_ signal: Int32) -> String? {
    lh_signal_name(signal).map { "SIG" + String(cString: $0) }
  }
}
