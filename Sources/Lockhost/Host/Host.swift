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
  private let environment: [String: String]

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - environment: Where the state is kept when a request does not say: `LOCKHOST_HOME`,
  ///     `XDG_STATE_HOME`, `HOME`.
  /// - Throws: `SystemError` when the process is out of descriptors or threads.
  package init(environment: [String: String]) throws(SystemError) {
    self.environment = environment
    loop = try EventLoop(name: "lockhost-host")
    spawner = try Spawner(loop: loop)
  }

  // MARK: Deciding

  /// Decides without starting or changing anything.
  package func decide(_ request: LaunchRequest) async throws(HostError) -> DecisionReport {
    let found = try await WorkQueue.run { () throws(HostError) in try self.find(request) }
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
    let store: DeviceStore
    let settings: DeviceSettings
    let bundle: AppBundle
    let permissions: [Permission: PermissionGrant]
    let lockState: LockState
    let decision: LaunchDecision
    let decided: MonotonicInstant
  }

  private func find(_ request: LaunchRequest) throws(HostError) -> Found {
    let (store, settings) = try open(request)
    let named = request.app ?? settings.cameraApplication
    let words = if let named { named } else { try ShippedSample.path() }
    do throws(DeviceError) {
      let (bundle, origin) = try store.application(named: words)
      let permissions = try store.permissions(of: bundle, origin: named == nil ? .sample : origin)
      let lockState = request.lockState ?? settings.lockState
      let decision = LaunchDecision.decide(
        DecisionInput(
          lockState: lockState, entryPoint: request.entryPoint, bundle: bundle,
          permissions: permissions))
      return Found(
        store: store, settings: settings, bundle: bundle, permissions: permissions,
        lockState: lockState, decision: decision, decided: .now)
    } catch {
      throw .device(error)
    }
  }

  private func open(
    _ request: LaunchRequest
  ) throws(HostError) -> (DeviceStore, DeviceSettings) {
    do throws(DeviceError) {
      let store = try DeviceStore.open(
        root: try DeviceStore.rootPath(set: request.set, environment: environment),
        device: request.device)
      return (store, try store.settings())
    } catch {
      throw .device(error)
    }
  }

  // MARK: Launching

  /// Decides and starts what was decided.
  ///
  /// A decision for nothing, or one that is not what the request requires, is a session that is over
  /// at once; its record says so.
  package func launch(_ request: LaunchRequest) async throws(HostError) -> Session {
    let requested = MonotonicInstant.now
    let plan = try await WorkQueue.run { () throws(HostError) in
      try self.plan(request, requested: requested)
    }
    let session = Session(plan: plan, loop: loop, spawner: spawner)
    // The person who is asked to unlock answers through the session, so it must be there first; what
    // goes wrong after that is in its record.
    guard !(plan.target == .app && plan.found.decision.requiresAuthentication) else {
      Task { await session.startOnceUnlocked() }
      return session
    }
    try await session.start()
    return session
  }

  private func plan(
    _ request: LaunchRequest, requested: MonotonicInstant
  ) throws(HostError) -> Session.Plan {
    let found = try find(request)
    let isAsRequired = request.requirement?.matches(found.decision.target) ?? true
    let target = isAsRequired ? found.decision.target : .nothing
    // The camera and the library first: what is wrong with them leaves no session behind.
    let factory = target == .nothing ? nil : try factory(for: found, request)
    do throws(DeviceError) {
      try found.store.collectAbandoned()
      let folder = try found.store.sessions.create(
        SessionRequest(
          application: found.bundle.identifier,
          extension: target == .extension ? found.bundle.captureExtension?.identifier : nil,
          lockState: found.lockState, entryPoint: request.entryPoint, decision: found.decision))
      return Session.Plan(
        requested: requested, request: request, found: found, target: target, folder: folder,
        factory: factory,
        point: request.watchdog.map { ExtensionPoint.capture.withDeadline($0) } ?? .capture)
    } catch {
      throw .device(error)
    }
  }

  private func factory(
    for found: Found, _ request: LaunchRequest
  ) throws(HostError) -> GuestKitFactory {
    do throws(ServiceError) {
      let source = request.camera ?? found.settings.cameraSource ?? "pattern"
      return GuestKitFactory(
        store: found.store, bundle: found.bundle, permissions: found.permissions,
        scene: try CameraScene(CameraSource(parsing: source)),
        library: try PhotoLibrary(path: found.store.photosPath), filters: filters(in: found.store),
        tier: request.tier.flatMap(SandboxTier.init(rawValue:)))
    } catch {
      throw .service(error)
    }
  }

  /// Where compiled filters are kept; without it each process compiles its own.
  private func filters(in store: DeviceStore) -> FilterCache? {
    do throws(SystemError) {
      return try FilterCache(path: store.root + "/filters")
    } catch {
      // A state folder that others may write to, or a full disk: compiling is only slower.
      return nil
    }
  }
}
