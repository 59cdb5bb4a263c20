// SPDX-License-Identifier: MIT

import LockhostSandbox

/// What a report says of the run as a whole.
package struct RunRecord: Codable, Hashable, Sendable {
  /// The machine.
  package var host: HostFacts
  /// lockhost's version, which is the suite's.
  package var version: String
  /// The launcher's name, such as `lockhost full` or `bubblewrap`.
  package var launcher: String
  /// How it is started.
  package var commandLine: String
  /// What it says of its version.
  package var launcherVersion: String
  /// The tier of lockhost; nil for another launcher.
  package var tier: String?
  /// The policy that was tried: a name or a file; nil for another launcher.
  package var policy: String?
  /// The parts of the suite that are in it, such as `1/2`; empty for the whole.
  package var shards: [String]
  /// Whether layers were taken away as well.
  package var ablated: Bool

  /// Puts a record together.
  package init(
    host: HostFacts, version: String, launcher: any ProbeLauncher, policy: String?,
    shard: Shard?, ablated: Bool
  ) {
    self.host = host
    self.version = version
    self.launcher = launcher.name
    commandLine = launcher.commandLine
    launcherVersion = launcher.version
    tier = launcher.tier?.rawValue
    self.policy = policy
    shards = shard.map { [$0.text] } ?? []
    self.ablated = ablated
  }
}
