// SPDX-License-Identifier: MIT

import Lockhost

/// Faults as people type them: `low-disk`, `late-content=5s`.
enum FaultText {
  /// The fault that a word means.
  ///
  /// - Throws: LH5004 for a name that is none, or a duration where none may stand.
  static func parse(_ words: String) throws(CommandFailure) -> Fault {
    let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let verb = CommandTable.verb(named: "launch")
    guard let kind = Fault.Kind(rawValue: name) else {
      throw .usage(
        "LH5004", "there is no fault `\(name)`",
        help: Suggestion.help(for: name, among: Fault.Kind.allCases.map(\.rawValue)), verb: verb)
    }
    guard parts.count == 2 else { return Fault(kind) }
    guard kind.ordinaryDuration != nil, let duration = DurationText.parse(String(parts[1])) else {
      throw .usage(
        "LH5004", "the fault `\(name)` cannot be `\(parts[1])`",
        help: [kind.ordinaryDuration == nil ? "it has no duration" : DurationText.rule], verb: verb)
    }
    return Fault(kind, duration)
  }
}
