// SPDX-License-Identifier: MIT

package import LockhostSandbox

/// Something that runs the probe in a sandbox.
package protocol ProbeLauncher: Sendable {
  /// A short name for tables.
  var name: String { get }
  /// How it is started, for people who want to do the same.
  var commandLine: String { get }
  /// Its version, as it says it itself.
  var version: String { get }
  /// The tier of lockhost; nil for another launcher.
  var tier: SandboxTier? { get }
  /// Whether it takes nothing away, so that what would do harm must not be run by it.
  var isOpen: Bool { get }

  /// Runs the probe to its end, and leaves no process behind.
  func launch(_ request: ProbeRequest) async -> LaunchedProbe
}

/// What a launcher is to run.
package struct ProbeRequest: Sendable {
  /// The probe's arguments, with placeholders but for those that only the launcher can fill.
  let words: [String]
  /// What is held out meanwhile.
  let canaries: CanarySet
  /// What lockhost's own launcher does differently.
  let changes: [SandboxChange]
  /// How long it may take.
  let deadline: Duration
}

/// How one run of the probe went, before anything of it is believed.
package struct LaunchedProbe: Sendable {
  /// What ended it.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signaled(Int32)
    case late
    /// It was not started, and why.
    case failed(String)
  }

  /// How the launcher ended.
  var ending: Ending
  /// The beginning of standard output.
  var output = ""
  /// Whether there was more.
  var isTruncated = false
  /// The beginning of standard error.
  var errors = ""
  /// Processes that were still there after the end.
  var survivors = 0
  /// Refused calls, where the launcher hears of them.
  var refusals: [String] = []
  /// From start to end.
  var duration: Duration = .zero

  init(_ ending: Ending) { self.ending = ending }
}
