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
    let started = try await WorkQueue.run { () throws(HostError) in
      try self.session(for: request, requested: requested)
    }
    let session = started.session
    // The person who is asked to unlock answers through the session, so it must be there first; what
    // goes wrong after that is in its record.
    guard !session.asksFirst else {
      Task { await session.startOnceUnlocked() }
      return session
    }
    try await session.start(started.kit)
    if let recipe = started.recipe { Task { try? await pool.stock(recipe) } }
    if started.leavesCollecting { collectLater(session.plan.found.store) }
    return session
  }

  /// A session that is there, and what its start needs.
  private struct Started {
    let session: Session
    /// What it starts; nil when it starts nothing, or not before somebody has unlocked.
    let kit: Result<GuestKit, HostError>?
    let recipe: GuestPool.Recipe?
    /// Whether what dead hosts left is still to be looked for.
    let leavesCollecting: Bool
  }

  /// Decides and makes the session; a guest that was made ready for it is on its way when this
  /// returns.
  ///
  /// All in one go on one thread: each change of threads costs as much as the rest.
  private func session(
    for request: LaunchRequest, requested: MonotonicInstant
  ) throws(HostError) -> Started {
    let opening = try opening(request, requested: requested)
    let recipe = recipe(for: opening)
    let prepared = recipe.flatMap { pool.take($0.key) }
    let collects = !memory.notesCollection(of: opening.found.store) || opening.target != .extension
    let session = Session(
      plan: try plan(opening, prepared, collects: collects), loop: loop, spawner: spawner)
    let kit = session.asksFirst ? nil : session.makeKit()
    if case .success(let kit)? = kit, prepared != nil {
      loop.perform { session.assumeIsolated { $0.begin(kit) } }
    }
    return Started(session: session, kit: kit, recipe: recipe, leavesCollecting: !collects)
  }

  /// Finishes what hosts that died meanwhile have left, when nobody waits for it.
  ///
  /// The first launch on a device does it before anything else; a host that lives for long would pay
  /// for it with every launch.
  private func collectLater(_ store: DeviceStore) {
    // What goes wrong with somebody else's session is told by the launch that meets it.
    WorkQueue.perform { _ = try? store.collectAbandoned() }
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
    return pool.count(for: recipe.key)
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
    let device = try open(request)
    let decoder = decoderAhead(for: request, on: device)
    let found = try find(request, on: device)
    let isAsRequired = request.requirement?.matches(found.decision.target) ?? true
    let target = isAsRequired ? found.decision.target : .nothing
    // The camera and the library first: what is wrong with them leaves no session behind.
    var factory = target == .nothing ? nil : try factory(for: found, request, decoder)
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
        device: store.path, application: opening.found.bundle, files: opening.found.files,
        point: point.identifier, policy: point.policy, tier: factory.assembly.tier)
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
    _ opening: Opening, _ prepared: PreparedGuest?, collects: Bool
  ) throws(HostError) -> Session.Plan {
    let (request, found) = (opening.request, opening.found)
    do throws(DeviceError) {
      if collects { try found.store.collectAbandoned() }
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

  /// A decoder for the camera's pictures.
  ///
  /// Its process, and the spawner, start while the bundle is judged: on a first launch that takes as long,
  /// and a guest is not on the screen before its picture is decoded. A launch that comes to nothing has
  /// started them for nothing; they end with it.
  private func decoderAhead(
    for request: LaunchRequest, on device: (store: DeviceStore, settings: DeviceSettings)
  ) -> SandboxedDecoder {
    let filters = memory.filters(of: device.store)
    if !filters.isOpen { spawner.startAhead() }
    let decoder = SandboxedDecoder(spawner: spawner, cache: filters.cache)
    // What is wrong with the source is told in its turn.
    if let source = try? CameraSource(parsing: Self.camera(of: request, device.settings)),
      source.isStill, !scenes.isOpen(source)
    {
      decoder.startAhead()
    }
    return decoder
  }

  private static func camera(of request: LaunchRequest, _ settings: DeviceSettings) -> String {
    request.camera ?? settings.cameraSource ?? "pattern"
  }

  private func factory(
    for found: Found, _ request: LaunchRequest, _ pixels: SandboxedDecoder
  ) throws(HostError) -> GuestKitFactory {
    do throws(ServiceError) {
      let source = Self.camera(of: request, found.settings)
      let device = try memory.device(of: found.store)
      let filters = device.filters
      let decoder = ImageDecoder(pixels: pixels)
      return GuestKitFactory(
        store: found.store, bundle: found.bundle,
        permissions: LivePermissions(found.permissions),
        scene: try scenes.scene(CameraSource(parsing: source), decoder: decoder), decoder: decoder,
        cameras: try CameraProfile.load(folder: found.store.path).cameras,
        library: device.library,
        assembly: GuestAssembly(
          filters: filters,
          tier: request.tier.flatMap(SandboxTier.init(rawValue:))),
        contexts: memory.contexts, loop: loop)
    } catch {
      throw .service(error)
    }
  }
}
