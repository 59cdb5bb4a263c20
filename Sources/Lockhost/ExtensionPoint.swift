// SPDX-License-Identifier: MIT

public import LockhostPolicy
package import LockhostServices
package import LockhostWire

/// A kind of plug-in that a host offers to run, as a value.
///
/// It says what plug-ins of this kind may do (the policy), what they must do and by when (the
/// requirements), and what they may ask for (the services). Capture extensions and control widgets
/// are two such kinds, made with nothing else; neither the sandbox, nor the wire, nor a guest's life
/// knows of cameras.
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

  /// What a guest may ask for beyond what comes with lockhost.
  public let services: [PluginService]

  /// What a guest is launched as, which decides what it may send.
  package let role: GuestRole

  /// Defines a kind of plug-in.
  ///
  /// - Parameters:
  ///   - identifier: The name that plug-ins declare in their `Info.plist`.
  ///   - policy: What they may call: a built-in policy, or one of your own.
  ///   - deadline: How long one has to say hello, and to meet the requirements after that. One that
  ///     does not is killed.
  ///   - requirements: What it must have done by then: routes of ``services`` that it must have used
  ///     once, each with a title for people.
  ///   - services: What it may ask the host for.
  ///   - role: What its programs say that they are.
  public init(
    identifier: String, policy: Policy, deadline: Duration = .seconds(5),
    requirements: [(route: UInt16, title: String)] = [], services: [PluginService] = [],
    role: Role = .plugin
  ) {
    self.init(
      identifier: identifier, role: role.guest, policy: policy,
      requirements: requirements.map { Requirement(id: .init(own: $0.route), title: $0.title) },
      deadline: deadline, services: services)
  }

  /// What a program says that it is when it says hello; one that says something else is ended.
  public struct Role: Hashable, Sendable {
    let guest: GuestRole

    /// A program that uses the library `LockhostPlugin`.
    public static let plugin = Role(guest: .extension)
    /// A control widget, which the SDK's `WidgetKit` starts.
    public static let control = Role(guest: .control)
  }

  /// Makes a kind of plug-in with requirements of lockhost's own.
  package init(
    identifier: String, role: GuestRole, policy: Policy, requirements: [Requirement],
    deadline: Duration, services: [PluginService] = []
  ) {
    self.identifier = identifier
    self.role = role
    self.policy = policy
    self.requirements = requirements
    self.deadline = deadline
    self.services = services
  }

  /// The same kind on a disk that is full (the fault `low-disk`).
  func onFullDisk() -> ExtensionPoint {
    ExtensionPoint(
      identifier: identifier, role: role, policy: policy.onFullDisk(), requirements: requirements,
      deadline: deadline, services: services)
  }

  /// The same kind with another deadline.
  package func withDeadline(_ deadline: Duration) -> ExtensionPoint {
    ExtensionPoint(
      identifier: identifier, role: role, policy: policy, requirements: requirements,
      deadline: deadline, services: services)
  }
}

extension Requirement.ID {
  /// The requirement to have used a route of one's own.
  init(own route: UInt16) { self.init("route-\(String(route, radix: 16))") }
}
