// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// A specification as it holds in tier `floor`: with the machine's own paths.
struct FloorPlacement {
  /// The oldest version of Landlock's rules on which the tier stands: the third, of Linux 6.2, is the
  /// first that forbids to cut a file which may be read.
  ///
  /// What later versions add (devices, ports, signals, abstract sockets) the filter holds here, because
  /// a policy that asks for any of it cannot be had in this tier.
  static let minimumLandlock = 3
  /// How many more tasks an ordinary user may start elsewhere before the guest has no room for threads.
  private static let otherTasks = 256
  /// Folders of the kernel's own, which show the whole machine here.
  private static let forbidden = ["/proc", "/sys", "/dev"]

  /// The specification, with every path translated.
  let specification: GuestSpecification
  /// The translation.
  let paths: GuestPaths
  /// The container, made and empty; nil for a guest without one.
  let container: FloorContainer?

  /// Makes the container and translates a specification that `validate()` has accepted.
  ///
  /// Blocks.
  ///
  /// - Throws: `SandboxError.unreadable` for a path that is not there, `.invalidSpecification` for one
  ///   that cannot be shown in this tier, `.system` when no container can be made.
  init(_ original: GuestSpecification) throws(SandboxError) {
    var specification = original
    var places: [(target: String, path: String)] = []
    for index in specification.mounts.indices {
      let mount = specification.mounts[index]
      let real = try Self.resolve(mount.source.path)
      if !mount.isDevice,
        let folder = Self.forbidden.first(where: { real == $0 || real.hasPrefix($0 + "/") }),
        !real.hasPrefix("/dev/shm/")
      {
        throw .invalidSpecification(
          field: "mounts", reason: "show \(real): in tier floor that is the machine's own \(folder)"
        )
      }
      places.append((mount.target, real))
      specification.mounts[index].source.path = real
      specification.mounts[index].target = real
    }
    let program = try Self.resolve(specification.executable.source.path)
    places.append((specification.executable.path, program))
    container = try specification.container.map { _ throws(SandboxError) in
      try Self.makeContainer(for: specification)
    }
    if let container, let place = specification.container?.path {
      places.append((place, container.path))
      specification.container?.path = container.path
    }
    paths = GuestPaths(places)
    specification.executable = .init(
      source: .init(path: program, descriptor: specification.executable.source.descriptor),
      path: program)
    specification.directories = specification.directories.map(paths.path(of:))
    specification.workingDirectory = paths.path(of: specification.workingDirectory)
    for name in specification.pathVariables {
      specification.environment[name] = specification.environment[name].map(paths.list(of:))
    }
    // The limit counts all that the user runs; the guest's own user runs nothing else.
    if specification.identity == .own {
      specification.limits.processes += UserTasks.count() + Self.otherTasks
    }
    self.specification = specification
  }

  private static func resolve(_ path: String) throws(SandboxError) -> String {
    do throws(SystemError) {
      return try ResolvedPath.of(path)
    } catch {
      throw .unreadable(path: path, cause: error)
    }
  }

  private static func makeContainer(
    for specification: GuestSpecification
  ) throws(SandboxError) -> FloorContainer {
    do throws(SystemError) {
      if case .unprivileged(let user, _) = specification.identity {
        return try FloorContainers.make(for: user)
      }
      return try FloorContainers.make(for: nil)
    } catch {
      throw .system(error)
    }
  }
}
