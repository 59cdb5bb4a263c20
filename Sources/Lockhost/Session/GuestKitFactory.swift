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
  /// Where a guest sees its own bundle, read-only.
  static let bundlePath = "/bundle"
  /// Where a guest may write: temporary for an extension, lasting for an app.
  static let containerPath = "/container"
  /// How large a container is on a full disk (the fault `low-disk`).
  private static let lowDiskBytes = 64 << 10
  /// Where an extension writes what outlives it.
  static let contentPath = "/session"

  let store: DeviceStore
  let bundle: AppBundle
  let permissions: [Permission: PermissionGrant]
  let scene: CameraScene
  let library: PhotoLibrary
  let filters: FilterCache?
  /// The tier that was demanded; nil for the strongest that there is.
  let tier: SandboxTier?
  /// Where its services' faults take their time.
  let loop: EventLoop
  /// Whether the first guest stops before its first instruction.
  var waitsForDebugger = false

  /// What the guests of one session call back.
  struct Callbacks: Sendable {
    let open: OpenApplicationService.Opener
    let content: SessionContentAccess
    let faults: ActiveFaults
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
          of: bundle, for: point, content: folder.contentPath, user: folder.userIdentifier)
      }
    var specification = program.specification
    if callbacks.faults.fault(.lowDisk) != nil {
      specification.container?.size = ByteCount(Self.lowDiskBytes)
    }
    let session = folder.id
    return kit(
      name: bundle.name, point: point, specification: specification,
      filter: program.filter, content: folder.contentPath,
      session: session, callbacks: callbacks
    ) { version in
      LaunchContext(
        protocolVersion: version, role: point.role, session: session,
        extensionPoint: point.identifier, bundleIdentifier: bundle.identifier,
        bundlePath: Self.bundlePath, containerPath: Self.containerPath,
        sessionContentPath: Self.contentPath, cameras: CameraDevice.all.map(\.description))
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
    let filter = try filter(for: point, executable: bundle.executable)
    let specification = try Self.extensionSpecification(
      of: bundle.executable, in: bundle.path, content: content, user: user, filter: filter,
      tier: tier ?? .full)
    return GuestProgram(specification: specification, filter: filter)
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
    let filter = try filter(for: point, executable: bundle.executable)
    var specification = try Self.specification(
      of: bundle.executable, in: bundle.path, user: container.userIdentifier, filter: filter,
      tier: tier ?? .full)
    specification.container = nil
    specification.mounts.append(.writable(container.path, at: Self.containerPath))
    let identifier = bundle.identifier
    var kit = kit(
      name: bundle.name, point: point, specification: specification, filter: filter,
      session: session, callbacks: callbacks
    ) { version in
      LaunchContext(
        protocolVersion: version, role: point.role, session: session,
        bundleIdentifier: identifier, bundlePath: Self.bundlePath,
        containerPath: Self.containerPath,
        sessionContentPaths: content.map(Self.contentPath(of:)),
        cameras: CameraDevice.all.map(\.description))
    }
    kit.content = content
    return kit
  }

  /// Where an app sees a folder that was handed over to it.
  static func contentPath(of name: String) -> String {
    "\(containerPath)/\(AppContainer.sessionContentName)/\(name)"
  }

  // MARK: Parts

  private func filter(
    for point: ExtensionPoint, executable: BundleExecutable
  ) throws(HostError) -> FilterProgram {
    var policy = point.policy
    if executable.isDynamic { policy.allow(.libraries) }
    do {
      return try FilterCompiler.compile(
        policy, executable: UInt32(GuestSpecification.Limits().openFiles), cache: filters)
    } catch {
      throw .filter(error)
    }
  }

  /// What an extension is given and can see, before it is told anything.
  package static func extensionSpecification(
    of program: BundleExecutable, in folder: String, content: String, user: UInt32?,
    filter: FilterProgram, tier: SandboxTier
  ) throws(HostError) -> GuestSpecification {
    var specification = try specification(
      of: program, in: folder, user: user, filter: filter, tier: tier)
    specification.mounts.append(.writable(content, at: contentPath))
    return specification
  }

  private static func specification(
    of program: BundleExecutable, in folder: String, user: UInt32?, filter: FilterProgram,
    tier: SandboxTier
  ) throws(HostError) -> GuestSpecification {
    var specification = GuestSpecification(
      executable: .init(
        source: .init(path: program.path), path: "\(Self.bundlePath)/\(program.name)"),
      arguments: [program.name],
      identity: user.map { .unprivileged(user: $0, group: $0) } ?? .own,
      filter: .init(program: filter.bytes, hasListener: filter.usesListener))
    specification.tier = tier
    specification.mounts = [.program(folder, at: Self.bundlePath)]
    specification.container = .init(path: Self.containerPath)
    // libdispatch.so looks at its workers in /proc once a second, and stops the program where it
    // cannot; a static executable of the SDK has that part replaced (lockhost_dispatch.c).
    specification.showsProcesses = program.isDynamic
    specification.directories = [Self.containerPath + "/tmp"]
    specification.workingDirectory = Self.containerPath
    specification.environment = [
      "HOME": Self.containerPath,
      // Foundation asks the C library for the home folder otherwise, and that asks a name server.
      "CFFIXED_USER_HOME": Self.containerPath,
      "TMPDIR": Self.containerPath + "/tmp",
      "PATH": Self.bundlePath,
      "LANG": "C.UTF-8",
      // A static executable asks for its runtime's folder in /proc, which is not there.
      "SWIFT_ROOT": Self.bundlePath,
      // The runtime's own backtracer starts a program, which the filter refuses.
      "SWIFT_BACKTRACE": "enable=no",
      // Dispatch cannot raise a thread's priority as an ordinary user and wants to tell syslog, for
      // which it makes a socket: a refusal in every record, of a guest that did nothing wrong.
      "LIBDISPATCH_LOG": "NO",
      "LOCKHOST_PROTOCOL": "1",
    ]
    if program.isDynamic {
      try add(closureOf: program, to: &specification)
    }
    return specification
  }

  /// Shows the guest what the dynamic loader will ask for, and nothing else.
  private static func add(
    closureOf program: BundleExecutable, to specification: inout GuestSpecification
  ) throws(HostError) {
    let closure: ELFClosure
    do {
      closure = try ELFClosure.resolve(
        executable: program.path, guestPath: specification.executable.path)
    } catch {
      throw .executable(path: program.path, error)
    }
    let bundle = Self.bundlePath + "/"
    // What lies in the bundle is there already.
    specification.mounts += closure.dependencies.filter { !$0.guestPath.hasPrefix(bundle) }
      .map { .program($0.realPath, at: $0.guestPath) }
    if closure.usesOrigin { specification.environment["LD_ORIGIN_PATH"] = Self.bundlePath }
  }

  private func kit(
    name: String, point: ExtensionPoint, specification: GuestSpecification,
    filter: FilterProgram, content: String? = nil, session: String, callbacks: Callbacks,
    context: @escaping @Sendable (Int) -> LaunchContext
  ) -> GuestKit {
    let controls = GuestKit.Controls()
    let permissions = Permissions { [permissions] in permissions[$0]?.status ?? .notDetermined }
    let (scene, library, loop) = (scene, library, loop)
    let contexts = ContextAccess(
      read: { [store, bundle] in
        try store.contexts.get(application: bundle.identifier, intent: $0)
      },
      write: { [store, bundle] in
        try store.contexts.set($1, application: bundle.identifier, intent: $0)
      })
    var plan = Guest.Plan(
      point: point, specification: specification, filter: filter, context: context
    ) { link in
      let camera = CameraHandler(scene: scene, permissions: permissions, link: link)
      let events = CaptureEventsHandler(camera: camera.service, link: link)
      controls.set(camera: camera.service, captureEvents: events.service)
      var services: [any Service] = [
        camera, events,
        PhotoCaptureHandler(camera: camera.service, link: link),
        PhotosHandler(
          library: library, session: session, permissions: permissions, link: link),
        ContextHandler(access: contexts),
        SessionContentHandler(access: callbacks.content),
      ]
      if point.role == .extension {
        services.append(OpenApplicationHandler(opener: callbacks.open))
      }
      return services.map { FaultyService($0, faults: callbacks.faults, loop: loop) }
    }
    plan.isTierDemanded = tier != nil
    plan.waitsForDebugger = waitsForDebugger
    plan.content = content
    return GuestKit(name: name, plan: plan, controls: controls)
  }
}
