// SPDX-License-Identifier: MIT

import LockhostSystem

/// What the host knows of one launch, from its request until the whole tree is dead.
struct LaunchState {
  let reports: PacketSocket
  let handover: PacketSocket
  let output: SharedDescriptor
  let error: SharedDescriptor
  let tier: SandboxTier
  let requested: MonotonicInstant
  let paths: GuestPaths
  /// What the plan shows, in its order.
  let mounts: [GuestSpecification.Mount]
  let containerLimit: GuestSpecification.Container?
  let killing: GuestKill
  let group: GuestGroup?
  let ending = GuestEnding()

  /// Held here until the launch is delivered, then by the guest's object alone.
  var lifeline: SharedDescriptor?
  /// Resumed once, with the guest or the reason why there is none.
  var waiter: CheckedContinuation<Result<GuestProcess, SandboxError>, Never>?
  var reportWatch: EventWatch?
  var handoverWatch: EventWatch?
  var deadline: EventDeadline?

  /// Whether the spawner has answered, so that another request may take this one's place.
  var isAnswered = false
  var initialProcess: ProcessDescriptor? {
    didSet { if let initialProcess { killing.set(first: initialProcess) } }
  }
  var guestIdentifier: Int32?
  var container: GuestContainer?
  var listener: SharedDescriptor?
  var landlockVersion = 0
  var steps: [LaunchStep: MonotonicInstant] = [:]
  /// Whether pid 1 has told that the guest is born.
  var isBorn = false
  /// Whether the guest to be has told that it executes next.
  var isReady = false
  /// When its socket ended.
  var executed: MonotonicInstant?
  var failure: SandboxError?
  var waitStatus: Int32?
  var resources: GuestExit.Resources?
  /// Tier `floor`: keeps the container within its size.
  var containerWatch: ContainerWatch?
  /// Tier `floor`: tells of the guest's end where its parent did not live to count it.
  var guestWatch: EventWatch?
  var isConcluding = false

  init(
    _ prepared: PreparedLaunch,
    waiter: CheckedContinuation<Result<GuestProcess, SandboxError>, Never>
  ) {
    reports = prepared.reports
    handover = prepared.handover
    output = prepared.output
    error = prepared.error
    tier = prepared.tier
    requested = prepared.requested
    paths = prepared.paths
    mounts = prepared.mounts
    containerLimit = prepared.containerLimit
    killing = GuestKill(tier: prepared.tier)
    container = prepared.folder.map { GuestContainer($0) }
    group = prepared.group
    lifeline = prepared.lifeline
    self.waiter = waiter
  }

  /// The last step that is known to have begun.
  var lastStep: LaunchStep { steps.keys.max() ?? .receive }

  mutating func merge(_ report: SpawnerReport) {
    steps.merge(report.steps) { first, _ in first }
  }
}
