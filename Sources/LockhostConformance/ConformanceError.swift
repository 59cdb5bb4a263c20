// SPDX-License-Identifier: MIT

package import LockhostSandbox
package import LockhostSystem

/// Why the suite could not run, or a report could not be read.
///
/// That a promise is broken is a Verdict and no error.
package enum ConformanceError: Error, Hashable, Sendable {
  /// No promise is called so, or no group, or none is selected at all.
  case nothingSelected(String)
  /// The launcher's words cannot be meant: which, and why.
  case badLauncher(String, reason: String)
  /// The launcher's program is not on this machine.
  case launcherMissing(String)
  /// A shard that is none.
  case badShard(String)
  /// A file that is no report of this suite: its name and the line.
  case notReport(path: String, line: Int, reason: String)
  /// Reports that are not parts of one run, and how they differ.
  case notOneRun(String)
  /// The sandbox could not be made at all.
  case sandbox(SandboxError)
  /// The kernel refused something that the suite itself needs.
  case system(SystemError)
}

extension ConformanceError {
  /// The number of the article about this error.
  package var code: String {
    switch self {
    case .nothingSelected: "LH9010"
    case .badLauncher: "LH9011"
    case .launcherMissing: "LH9012"
    case .badShard: "LH9013"
    case .notReport: "LH9014"
    case .notOneRun: "LH9015"
    case .sandbox(let error): error.code
    case .system: "LH3010"
    }
  }
}
