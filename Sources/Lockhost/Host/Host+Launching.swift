// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostServices
import LockhostSystem

extension Host {
  /// Decides and starts what was decided.
  ///
  /// A decision for nothing, or one that is not what the request requires, is a session that is over
  /// at once; its record says so.
  package func launch(_ request: LaunchRequest) async throws(HostError) -> Session {
    let requested = MonotonicInstant.now
    let opening = try await WorkQueue.run { () throws(HostError) in
      try self.opening(request, requested: requested)
    }
    let recipe = recipe(for: opening)
    var prepared: PreparedGuest?
    if let recipe { prepared = await pool.take(recipe.key) }
    let plan = try await WorkQueue.run { [prepared] () throws(HostError) in
      try self.plan(opening, prepared)
    }
    let session = Session(plan: plan, loop: loop, spawner: spawner)
    // The person who is asked to unlock answers through the session, so it must be there first; what
    // goes wrong after that is in its record.
    guard !(plan.target == .app && plan.found.decision.requiresAuthentication) else {
      Task { await session.startOnceUnlocked() }
      return session
    }
    try await session.start()
    if let recipe { Task { try? await pool.stock(recipe) } }
    return session
  }

  /// Makes guests ready for a request that may be made later.
  ///
  /// Does nothing for a request that would not start an extension, or when nothing is to be kept
  /// ready.
  ///
  /// - Returns: How many are ready.
  /// - Throws: `HostError` when the extension cannot be started.
  package func prepare(_ request: LaunchRequest) async throws(HostError) -> Int {
    let opening = try await WorkQueue.run { () throws(HostError) in
      try self.opening(request, requested: .now)
    }
    guard let recipe = recipe(for: opening) else { return 0 }
    try await pool.stock(recipe)
    return await pool.count(for: recipe.key)
  }

  /// A request that was looked at, and of which nothing is there yet.
  struct Opening: Sendable {
    let request: LaunchRequest
    let requested: MonotonicInstant
    let found: Found
    let target: LaunchDecision.Target
    let factory: GuestKitFactory?
    let point: ExtensionPoint
    /// Whether the screen freezes instead (a fault).
    let isFrozen: Bool
    /// Whether the guest stops before its first instruction.
    let waitsForDebugger: Bool
  }

  func opening(
    _ request: LaunchRequest, requested: MonotonicInstant
  ) throws(HostError) -> Opening {
    let found = try find(request)
    let isAsRequired = request.requirement?.matches(found.decision.target) ?? true
    let target = isAsRequired ? found.decision.target : .nothing
    // The camera and the library first: what is wrong with them leaves no session behind.
    var factory = target == .nothing ? nil : try factory(for: found, request)
    let isOrdered = try takesDebuggerOrder(found, target)
    let waitsForDebugger = request.waitsForDebugger || isOrdered
    factory?.waitsForDebugger = waitsForDebugger
    return Opening(
      request: request, requested: requested, found: found, target: target, factory: factory,
      point: request.watchdog.map { ExtensionPoint.capture.withDeadline($0) } ?? .capture,
      isFrozen: target == .extension && found.settings.isFrozen == true,
      waitsForDebugger: waitsForDebugger)
  }

  /// Whether somebody has asked to debug the next launch of this extension; the order is then done.
  private func takesDebuggerOrder(
    _ found: Found, _ target: LaunchDecision.Target
  ) throws(HostError) -> Bool {
    guard target == .extension, let names = found.settings.debugNext,
      let bundle = found.bundle.captureExtension
    else { return false }
    let own = [
      bundle.identifier, bundle.name, bundle.executable.name, found.bundle.identifier,
      found.bundle.name,
    ]
    guard names.contains(where: own.contains) else { return false }
    do throws(DeviceError) {
      try found.store.updateSettings { settings in
        let left = settings.debugNext?.filter { !own.contains($0) } ?? []
        settings.debugNext = left.isEmpty ? nil : left
      }
      return true
    } catch {
      throw .device(error)
    }
  }

  /// How a guest for such a request is made ready; nil when none is to be.
  func recipe(for opening: Opening) -> GuestPool.Recipe? {
    guard !pool.limits.isNone, opening.target == .extension, let factory = opening.factory,
      let bundle = opening.found.bundle.captureExtension,
      // What starts in another way than usual is made for its one launch.
      !opening.waitsForDebugger, !opening.isFrozen, opening.request.faults.isEmpty
    else { return nil }
    let (store, point) = (opening.found.store, opening.point)
    return GuestPool.Recipe(
      key: PoolKey(
        device: store.path, application: opening.found.bundle, point: point.identifier,
        policy: point.policy, tier: factory.assembly.tier)
    ) { () throws(HostError) in
      let session: PreparedSession
      do throws(DeviceError) {
        session = try store.sessions.prepare()
      } catch {
        throw .device(error)
      }
      do throws(HostError) {
        var program = try factory.program(
          of: bundle, for: point, content: session.contentPath, user: session.userIdentifier)
        // The folder gets its name with the session, and in that tier the guest knows it by path.
        program.floorFilter = nil
        return (session, program)
      } catch {
        session.discard()
        throw error
      }
    }
  }

  private func plan(
    _ opening: Opening, _ prepared: PreparedGuest?
  ) throws(HostError) -> Session.Plan {
    let (request, found) = (opening.request, opening.found)
    do throws(DeviceError) {
      try found.store.collectAbandoned()
      let sessionRequest = SessionRequest(
        application: found.bundle.identifier,
        extension: opening.target == .extension ? found.bundle.captureExtension?.identifier : nil,
        lockState: found.lockState, entryPoint: request.entryPoint, decision: found.decision)
      let folder: SessionFolder
      if let prepared {
        folder = try found.store.sessions.begin(sessionRequest, in: prepared.session)
        prepared.use()
      } else {
        folder = try found.store.sessions.create(sessionRequest)
      }
      return Session.Plan(
        requested: opening.requested, request: request, found: found, target: opening.target,
        folder: folder, factory: opening.factory, prepared: prepared, point: opening.point,
        isFrozen: opening.isFrozen, waitsForDebugger: opening.waitsForDebugger)
    } catch {
      throw .device(error)
    }
  }

  private func factory(
    for found: Found, _ request: LaunchRequest
  ) throws(HostError) -> GuestKitFactory {
    do throws(ServiceError) {
      let source = request.camera ?? found.settings.cameraSource ?? "pattern"
      let filters = filters(in: found.store)
      let decoder = ImageDecoder(pixels: SandboxedDecoder(spawner: spawner, cache: filters))
      return GuestKitFactory(
        store: found.store, bundle: found.bundle,
        permissions: LivePermissions(found.permissions),
        scene: try scenes.scene(CameraSource(parsing: source), decoder: decoder), decoder: decoder,
        cameras: try CameraProfile.load(folder: found.store.path).cameras,
        library: try PhotoLibrary(path: found.store.photosPath),
        assembly: GuestAssembly(
          filters: filters,
          tier: request.tier.flatMap(SandboxTier.init(rawValue:))), loop: loop)
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
