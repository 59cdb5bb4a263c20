// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostServices
package import LockhostSystem

/// The trusted side: decides what a press of a button starts, starts it, and watches over it.
///
/// One for a process; it may run any number of sessions at once, on one event loop. Its spawner is
/// started with the first session, and ends with the host.
public final class Host: Sendable {
  package let loop: EventLoop
  let spawner: Spawner
  let pool: GuestPool
  /// The pictures that sessions show now.
  let scenes = OpenScenes()
  /// What is known from earlier launches.
  let memory = HostMemory()
  private let environment: [String: String]

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - environment: Where the state is kept when a request does not say: `LOCKHOST_HOME`,
  ///     `XDG_STATE_HOME`, `HOME`.
  ///   - pool: How many guests are kept ready. A host lives for long; one for a single launch passes
  ///     ``PoolLimits/none``.
  /// - Throws: `SystemError` when the process is out of descriptors or threads.
  package init(
    environment: [String: String], pool limits: PoolLimits = PoolLimits()
  ) throws(SystemError) {
    self.environment = environment
    loop = try EventLoop(name: "lockhost-host")
    spawner = try Spawner(loop: loop, spare: limits.isNone ? .none : .kept)
    pool = GuestPool(limits: limits, loop: loop, spawner: spawner)
  }

  // MARK: Deciding

  /// Decides without starting or changing anything.
  package func decide(_ request: LaunchRequest) async throws(HostError) -> DecisionReport {
    let found = try await WorkQueue.run { () throws(HostError) in
      try self.find(request, on: try self.open(request))
    }
    let policy: Policy? =
      switch found.decision.target {
      case .extension: ExtensionPoint.capture.policy
      case .app: ExtensionPoint.application.policy
      case .nothing: nil
      }
    return DecisionReport(decision: found.decision, policy: policy?.text ?? "")
  }

  /// What a request comes to on its device.
  struct Found: Sendable {
    let memory: HostMemory
    let store: DeviceStore
    let settings: DeviceSettings
    let bundle: AppBundle
    /// The files and folders that the bundle was judged by.
    let files: [String: FileStamp]
    let origin: BundleOrigin
    let permissions: [Permission: PermissionGrant]
    let lockState: LockState
    let decision: LaunchDecision
    /// The intent that the press names, when the app is to perform it.
    let intent: SwiftConformances.ConformingType?
    let decided: MonotonicInstant
  }

  func find(
    _ request: LaunchRequest, on device: (store: DeviceStore, settings: DeviceSettings)
  ) throws(HostError) -> Found {
    let (store, settings) = device
    let named = request.app ?? settings.cameraApplication
    let words = if let named { named } else { try ShippedSample.path() }
    do throws(DeviceError) {
      let (place, origin) = try store.place(ofApplication: words)
      let judged = try memory.bundle(at: place)
      let bundle = judged.bundle
      let kind = named == nil ? BundleOrigin.sample : origin
      let permissions = settings.permissions(of: bundle, origin: kind)
      let lockState = request.lockState ?? settings.lockState
      let control: ControlItem? =
        if let pressed = request.control {
          try store.control(named: "\(pressed.application)/\(pressed.kind)")
        } else {
          nil
        }
      var decision = LaunchDecision.decide(
        DecisionInput(
          lockState: lockState, entryPoint: request.entryPoint, bundle: bundle,
          permissions: permissions, control: control.map(DecisionInput.Control.init),
          programs: judged.intents))
      if decision.target == .extension, let found = bundle.captureExtension {
        let now = DeviceStore.quarantineTime
        if let entry = store.quarantine().reason(
          against: found.identifier, program: found.build, at: now)
        {
          decision = decision.quarantined(entry, identifier: found.identifier, at: now)
        }
      }
      let performs = decision.target == .app && request.entryPoint.usesIntent
      return Found(
        memory: memory, store: store, settings: settings, bundle: bundle, files: judged.files,
        origin: kind,
        permissions: permissions, lockState: lockState, decision: decision,
        intent: performs ? judged.captureIntent(named: control?.intent) : nil, decided: .now)
    } catch {
      throw .device(error)
    }
  }

  /// Opens the device that a request names.
  func open(
    _ request: LaunchRequest
  ) throws(HostError) -> (store: DeviceStore, settings: DeviceSettings) {
    do throws(DeviceError) {
      let store = try memory.store(
        root: try DeviceStore.rootPath(set: request.set, environment: environment),
        device: request.device)
      return (store, try memory.settings(of: store))
    } catch {
      throw .device(error)
    }
  }
}
