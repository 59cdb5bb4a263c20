// SPDX-License-Identifier: MIT

/// Words in a call's arguments that stand for something of the run, beside the canaries' names.
package enum Placeholder: String, CaseIterable, Hashable, Sendable {
  /// The path of the probe itself, as the sandbox shows it where that is known, else the host's.
  case probe = "{probe}"
  /// The path of the probe in the host.
  case hostProbe = "{host-probe}"
  /// The host's process number.
  case hostProcess = "{host-process}"
}
