// SPDX-License-Identifier: MIT

public import LockhostPolicy
package import LockhostServices
package import LockhostWire

/// A kind of plug-in that a host offers to run, as a value.
///
/// It says what plug-ins of this kind may do (the policy), what they must do and by when (the
/// requirements), and what they may ask for (the services). Capture extensions are one such kind,
/// made with nothing else; neither the sandbox, nor the wire, nor a guest's life knows of cameras.
public struct ExtensionPoint: Sendable {
  /// The name in an extension's `Info.plist`, such as `com.apple.securecapture`.
  public let identifier: String

  /// What the guest may call.
  public let policy: Policy

  /// How long a guest has to say hello, and from the moment its scene is presented to meet every
  /// requirement.
  public let deadline: Duration

  /// What a guest must have done by the deadline, in the order in which people read it.
  ///
  /// Each is latched: done once is done.
  package let requirements: [Requirement]

  /// What a guest is launched as, which decides what it may send.
  package let role: GuestRole

  /// Makes a kind of plug-in.
  package init(
    identifier: String, role: GuestRole, policy: Policy, requirements: [Requirement],
    deadline: Duration
  ) {
    self.identifier = identifier
    self.role = role
    self.policy = policy
    self.requirements = requirements
    self.deadline = deadline
  }

  /// The same kind with another deadline.
  package func withDeadline(_ deadline: Duration) -> ExtensionPoint {
    ExtensionPoint(
      identifier: identifier, role: role, policy: policy, requirements: requirements,
      deadline: deadline)
  }
}
