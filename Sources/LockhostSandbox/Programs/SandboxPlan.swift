// SPDX-License-Identifier: MIT

public import LockhostPolicy
import LockhostSystem

/// What a ``Sandbox`` comes to for one program: everything that a launch needs.
///
/// The program lies in `/program`, or at its own path where a readable path covers it. Its home,
/// working folder and `TMPDIR` are in the container.
///
/// For an ordinary user the program is that user, in the host's eyes, without a right to anything
/// that is not mounted. As root it is a user that nobody else is, drawn anew each time; only when
/// all that it may change belongs to one ordinary user is it that one.
public struct SandboxPlan: Sendable {
  /// Where the program lies inside, when no readable path covers it.
  public static let programFolder = "/program"

  /// The guest, ready to be launched; its descriptor 3 is still closed.
  public var specification: GuestSpecification
  /// The compiled filter, which knows the rule behind each refusal.
  public package(set) var filter: FilterProgram
  /// Whether the filter asks about every call, for a ``CallRecorder`` to answer.
  public let recordsCalls: Bool
}

extension Sandbox {
  /// Works out which files the program needs, and compiles the policy.
  ///
  /// Nothing is run for it: not the program, and not its loader.
  ///
  /// - Throws: `SandboxError.notProgram` for what this machine cannot run, `.filter` for the policy,
  ///   `.invalidSpecification` for paths that cannot be shown together, `.unreadable`.
  public func plan(
    _ program: String, arguments: [String] = [], tier: SandboxTier = .full
  ) throws(SandboxError) -> SandboxPlan {
    let shown = try ShownFiles(readable: readable, writable: writable)
    let real: String
    do throws(SystemError) {
      real = try ResolvedPath.of(program)
    } catch {
      throw .unreadable(path: program, cause: error)
    }
    let name = real.split(separator: "/").last.map(String.init) ?? "program"
    // In tier `floor` the program lies where it is.
    let isInPlace = tier == .floor || shown.covers(real)
    let place = isInPlace ? real : "\(SandboxPlan.programFolder)/\(name)"
    let closure: ELFClosure
    do throws(ELFError) {
      closure = try ELFClosure.resolve(executable: real, guestPath: place)
    } catch {
      throw .notProgram(path: program, cause: error)
    }
    let filter = try compile(isDynamic: closure.interpreter != nil, tier: tier)
    var specification = GuestSpecification(
      executable: .init(source: .init(path: real), path: place), arguments: [program] + arguments,
      identity: try shown.identity(),
      filter: .init(filter))
    specification.tier = tier
    specification.limits = limits
    specification.mounts = shown.mounts
    if !shown.covers(place) { specification.mounts.append(.program(real, at: place)) }
    for object in closure.dependencies where !shown.covers(object.guestPath) {
      specification.mounts.append(.program(object.realPath, at: object.guestPath))
    }
    specification.input = input
    specification.container = container
    specification.showsProcesses = showsProcesses
    specification.directories = [container.path + "/tmp"]
    specification.workingDirectory = container.path
    // The dynamic loader finds what lies beside the program through this or /proc.
    let variables = variables(shown, beside: place, usesOrigin: closure.usesOrigin)
    specification.environment = variables.merging(environment) { $1 }
    specification.pathVariables = Set(["HOME", "TMPDIR"]).subtracting(environment.keys)
    return SandboxPlan(
      specification: specification, filter: filter, recordsCalls: recordsCalls)
  }

  private func compile(
    isDynamic: Bool, tier: SandboxTier
  ) throws(SandboxError) -> FilterProgram {
    do throws(FilterError) {
      if case .builtIn(let known) = origin, let cache, tier == .full, !recordsCalls {
        return try FilterCompiler.compile(
          known, withLibraries: isDynamic, executable: UInt32(clamping: limits.openFiles),
          cache: cache)
      }
      var policy = policy
      if isDynamic { policy.allow(.libraries) }
      if recordsCalls {
        guard tier != .floor else {
          throw FilterError.floor(.recording)
        }
        return try FilterCompiler.recording(
          policy, executable: UInt32(clamping: limits.openFiles))
      }
      return try FilterCompiler.compile(
        policy, executable: UInt32(clamping: limits.openFiles), tier: tier, cache: cache)
    } catch {
      throw .filter(error)
    }
  }

  private func variables(
    _ shown: ShownFiles, beside place: String, usesOrigin: Bool
  ) -> [String: String] {
    let folder = place.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let folders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]
      .filter { $0 != folder && shown.covers($0) }
    var result = [
      "HOME": container.path, "TMPDIR": container.path + "/tmp", "LANG": "C.UTF-8",
      "PATH": ([folder] + folders).joined(separator: ":"), "SWIFT_ROOT": folder,
      "SWIFT_BACKTRACE": "enable=no",
    ]
    if usesOrigin { result["LD_ORIGIN_PATH"] = folder }
    return result
  }
}
