// SPDX-License-Identifier: MIT

import Glibc
package import LockhostDevice
package import LockhostPolicy
package import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire

/// Makes guests of a bundle: the mounts, the environment, the filter and the services of a capture
/// extension or an app.
package struct GuestKitFactory: Sendable {
  private static let bundlePath = GuestAssembly.bundlePath
  private static let containerPath = GuestAssembly.containerPath
  /// Where an extension writes what outlives it.
  static let contentPath = "/session"

  let store: DeviceStore
  let bundle: AppBundle
  let permissions: LivePermissions
  let scene: CameraScene
  /// Decodes what is put before the camera later.
  let decoder: ImageDecoder
  let cameras: [CameraDevice]
  let library: PhotoLibrary
  /// Makes the processes.
  let assembly: GuestAssembly
  /// Puts what guests are told into bytes.
  let contexts: LaunchContexts
  /// Where its services' faults take their time.
  let loop: EventLoop
  /// Whether the first guest stops before its first instruction.
  var waitsForDebugger = false

  /// What the guests of one session call back.
  struct Callbacks: Sendable {
    let open: OpenApplicationService.Opener
    let content: SessionContentAccess
    let faults: ActiveFaults
    let contextLatency: ContextLatency
    /// Told of a use that the program's bundle gives no reason for.
    let refusedUse: @Sendable (String) -> Void
  }

  /// The app's capture extension, in a session's folder.
  ///
  /// - Parameter program: What was made ready before; nil to make it now.
  func captureExtension(
    _ bundle: ExtensionBundle, of point: ExtensionPoint, in folder: SessionFolder,
    program: GuestProgram? = nil, callbacks: Callbacks
  ) throws(HostError) -> GuestKit {
    let program =
      if let program {
        program
      } else {
        try self.program(
          of: bundle, for: callbacks.faults.fault(.lowDisk) == nil ? point : point.onFullDisk(),
          content: folder.contentPath, user: folder.userIdentifier)
      }
    var specification = program.specification
    specification.heldLock = folder.lockDescriptor
    let session = folder.id
    return kit(
      name: bundle.name, point: point,
      program: GuestProgram(
        specification: specification, filter: program.filter, floorFilter: program.floorFilter),
      content: folder.contentPath, session: session,
      owner: (bundle.identifier, bundle.usageTexts), callbacks: callbacks
    ) { version in
      LaunchContext(
        protocolVersion: version, role: point.role, session: session,
        extensionPoint: point.identifier, bundleIdentifier: bundle.identifier,
        bundlePath: Self.bundlePath, containerPath: Self.containerPath,
        sessionContentPath: Self.contentPath, cameras: cameras.map(\.description))
    }
  }

  /// The program of an extension in its sandbox, which no session is needed for.
  ///
  /// - Parameters:
  ///   - content: The host's path of the folder that outlives the guest.
  ///   - user: Whom the guest is mapped to, when lockhost runs as root.
  func program(
    of bundle: ExtensionBundle, for point: ExtensionPoint, content: String, user: UInt32?
  ) throws(HostError) -> GuestProgram {
    let filter = try assembly.filter(for: point.policy, executable: bundle.executable)
    let specification = try Self.extensionSpecification(
      of: bundle.executable, in: bundle.path, content: content, user: user, filter: filter,
      tier: assembly.tier ?? .full)
    return GuestProgram(
      specification: specification, filter: filter,
      floorFilter: floorFilter(for: point, executable: bundle.executable, content: content))
  }

  /// The app itself, in its own lasting container.
  ///
  /// - Parameter point: What it is asked for: by the watchdog, if its capture intent launched it.
  /// - Throws: `HostError` with `noApplication` when its program is not there any more.
  func application(
    session: String, callbacks: Callbacks, point: ExtensionPoint = .application
  ) throws(HostError) -> GuestKit {
    guard unsafe access(bundle.executable.path, F_OK) == 0 else {
      throw .noApplication(path: bundle.executable.path)
    }
    let container: AppContainer
    let content: [String]
    do throws(DeviceError) {
      container = try store.container(of: bundle.identifier)
      content = try container.sessionContent()
    } catch {
      throw .device(error)
    }
    let filter = try assembly.filter(for: point.policy, executable: bundle.executable)
    var specification = try assembly.specification(
      of: bundle.executable, in: bundle.path, user: container.userIdentifier, filter: filter)
    specification.container = nil
    specification.mounts.append(.writable(container.path, at: Self.containerPath))
    let identifier = bundle.identifier
    var kit = kit(
      name: bundle.name, point: point,
      program: GuestProgram(
        specification: specification, filter: filter,
        floorFilter: floorFilter(for: point, executable: bundle.executable, content: nil)),
      session: session, owner: (identifier, bundle.usageTexts), callbacks: callbacks
    ) { version in
      LaunchContext(
        protocolVersion: version, role: point.role, session: session,
        bundleIdentifier: identifier, bundlePath: Self.bundlePath,
        containerPath: Self.containerPath,
        sessionContentPaths: content.map(Self.contentPath(of:)),
        cameras: cameras.map(\.description))
    }
    kit.content = content
    return kit
  }

  /// Where an app sees a folder that was handed over to it.
  static func contentPath(of name: String) -> String {
    "\(containerPath)/\(AppContainer.sessionContentName)/\(name)"
  }

  // MARK: Parts

  /// What tier `floor` needs: its filter, and a way for root's guests through the state folder.
  private func floorFilter(
    for point: ExtensionPoint, executable: BundleExecutable, content: String?
  ) -> @Sendable () throws(SandboxError) -> FilterProgram {
    { () throws(SandboxError) in
      do throws(DeviceError) {
        try store.letGuestsPass(to: content)
      } catch {
        throw .system(error.cause ?? SystemError(call: "fchmod(2)", code: EACCES))
      }
      do throws(HostError) {
        return try assembly.filter(for: point.policy, executable: executable, tier: .floor)
      } catch {
        guard case .filter(let cause) = error else { throw .filter(.disagreement("\(error)")) }
        throw .filter(cause)
      }
    }
  }

  /// What an extension is given and can see, before it is told anything.
  package static func extensionSpecification(
    of program: BundleExecutable, in folder: String, content: String, user: UInt32?,
    filter: FilterProgram, tier: SandboxTier
  ) throws(HostError) -> GuestSpecification {
    var specification = try GuestAssembly(filters: nil, tier: tier).specification(
      of: program, in: folder, user: user, filter: filter)
    specification.mounts.append(.writable(content, at: contentPath))
    return specification
  }

  private func kit(
    name: String, point: ExtensionPoint, program: GuestProgram, content: String? = nil,
    session: String, owner: (identifier: String, usageTexts: [Permission: String]),
    callbacks: Callbacks,
    context: @escaping @Sendable (Int) -> LaunchContext
  ) -> GuestKit {
    let controls = GuestKit.Controls()
    let permissions = permissions.view(
      of: owner.identifier, usageTexts: owner.usageTexts, onRefusal: callbacks.refusedUse)
    let (scene, library, cameras, loop) = (scene, library, cameras, loop)
    let contexts = ContextAccess(
      read: { [store, bundle] in
        try store.contexts.get(application: bundle.identifier, intent: $0)
      },
      write: { [store, bundle] in
        try store.contexts.set($1, application: bundle.identifier, intent: $0)
      })
    var plan = Guest.Plan(
      point: point, specification: program.specification, filter: program.filter, context: context
    ) { link in
      let camera = CameraHandler(
        scene: scene, devices: cameras, permissions: permissions, link: link)
      let events = CaptureEventsHandler(camera: camera.service, link: link)
      let overlay = CaptureControlsHandler(camera: camera.service, link: link)
      controls.set(
        camera: camera.service, captureEvents: events.service, captureControls: overlay.service)
      var services: [any Service] = [
        camera, events, overlay,
        PhotoCaptureHandler(camera: camera.service, link: link),
        MovieHandler(camera: camera.service, link: link),
        PhotosHandler(
          library: library, session: session, permissions: permissions, link: link),
        ContextHandler(access: contexts, latency: callbacks.contextLatency),
        SessionContentHandler(access: callbacks.content),
      ]
      if point.role == .extension {
        services.append(OpenApplicationHandler(opener: callbacks.open))
      }
      return services.map { FaultyService($0, faults: callbacks.faults, loop: loop) }
    }
    plan.isTierDemanded = assembly.tier != nil
    plan.floorFilter = program.floorFilter
    plan.waitsForDebugger = waitsForDebugger
    plan.whenPresentable = { [scene] present in
      scene.whenOpened { if case .success = $0 { present() } }
    }
    plan.content = content
    plan.contexts = self.contexts
    return GuestKit(name: name, plan: plan, controls: controls)
  }
}
