// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostSystem

/// What every guest is made of, whatever it is for: the filter, the mounts and the environment.
struct GuestAssembly: Sendable {
  /// Where a guest sees its own bundle, read-only.
  static let bundlePath = "/bundle"
  /// Where a guest may write: temporary for an extension, lasting for an app.
  static let containerPath = "/container"

  /// Where compiled filters are kept; nil compiles each time.
  let filters: FilterCache?
  /// The tier that was demanded; nil for the strongest that there is.
  let tier: SandboxTier?

  /// Compiles a policy for a program.
  func filter(
    for policy: Policy, executable: BundleExecutable, tier: SandboxTier = .full
  ) throws(HostError) -> FilterProgram {
    var policy = policy
    if executable.isDynamic { policy.allow(.libraries) }
    do {
      return try FilterCompiler.compile(
        policy, executable: UInt32(GuestSpecification.Limits().openFiles), tier: tier,
        cache: filters)
    } catch {
      throw .filter(error)
    }
  }

  /// Describes a process that sees its bundle, its libraries and a container, and nothing else.
  ///
  /// - Parameter user: The host's user that it is, when lockhost runs as root.
  func specification(
    of program: BundleExecutable, in folder: String, user: UInt32?, filter: FilterProgram
  ) throws(HostError) -> GuestSpecification {
    var specification = GuestSpecification(
      executable: .init(
        source: .init(path: program.path), path: "\(Self.bundlePath)/\(program.name)"),
      arguments: [program.name],
      identity: user.map { .unprivileged(user: $0, group: $0) } ?? .own,
      filter: .init(filter))
    specification.tier = tier ?? .full
    specification.mounts = [.program(folder, at: Self.bundlePath)]
    specification.container = .init(path: Self.containerPath)
    // libdispatch.so looks at its workers in /proc once a second, and stops the program where it
    // cannot; a static executable of the SDK has that part replaced (CGuest/dispatch.c). The intent
    // `libraries`, which only a dynamic program has, admits the flags that it looks with.
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
    specification.pathVariables = [
      "HOME", "CFFIXED_USER_HOME", "TMPDIR", "PATH", "SWIFT_ROOT", "LD_ORIGIN_PATH",
    ]
    if program.isDynamic {
      try add(closureOf: program, to: &specification)
    }
    return specification
  }

  /// Shows the guest what the dynamic loader will ask for, and nothing else.
  private func add(
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
}
