// SPDX-License-Identifier: MIT

package import LockhostDevice
package import LockhostPolicy

/// What lockhost's own launcher puts the probe into.
package struct SandboxBase: Sendable {
  /// The policy, before a call changes it.
  package var policy: Policy
  /// The extension whose program the probe takes the place of; nil for one that is nobody's.
  package var bundle: ExtensionBundle?

  /// The sandbox of a capture extension, under this policy.
  package init(policy: Policy = .capture) {
    self.policy = policy
  }

  /// The sandbox of this extension, exactly: its bundle, its libraries and its policy.
  package init(_ bundle: ExtensionBundle, policy: Policy = .capture) {
    self.policy = policy
    self.bundle = bundle
    if bundle.executable.isDynamic { self.policy.allow(.libraries) }
  }
}
