// SPDX-License-Identifier: MIT

import Glibc
import LockhostPolicy
import LockhostSandbox
import LockhostSystem

/// The sandbox that `exec` makes: the extension's, with what the flags add.
struct ExecSandbox {
  /// Where the program and what it needs are seen.
  private static let programFolder = "/program"
  private static let container = "/container"

  let specification: GuestSpecification
  let filter: FilterProgram

  /// Plans the sandbox.
  ///
  /// A dynamic program sees exactly the files that its loader opens.
  ///
  /// - Throws: LH5011 for what is no program for this machine, LH3008 and LH3009 for the policy.
  init(_ meaning: ExecMeaning, tier: SandboxTier) throws(CommandFailure) {
    let name = String(meaning.program.split(separator: "/").last ?? "program")
    let path = "\(Self.programFolder)/\(name)"
    let closure: ELFClosure
    do throws(ELFError) {
      closure = try ELFClosure.resolve(executable: meaning.program, guestPath: path)
    } catch {
      throw CommandFailure(
        code: "LH5011", "\(meaning.program) \(error)",
        help: ["a script needs its interpreter as the program, and `--read` for itself"],
        exitStatus: ExitStatus.notExecutable)
    }
    var policy = meaning.policy
    if closure.interpreter != nil { policy.allow(.libraries) }
    do throws(FilterError) {
      filter = try FilterCompiler.compile(
        policy, executable: UInt32(clamping: meaning.limits.openFiles))
    } catch {
      throw CommandFailure(error)
    }
    var specification = GuestSpecification(
      executable: .init(source: .init(path: closure.executable.realPath), path: path),
      arguments: meaning.arguments, identity: Self.identity,
      filter: .init(program: filter.bytes, hasListener: filter.usesListener))
    specification.tier = tier
    specification.limits = meaning.limits
    specification.mounts = Self.mounts(meaning, closure, programPath: path)
    specification.container = .init(path: Self.container)
    specification.directories = [Self.container + "/tmp"]
    specification.workingDirectory = Self.container
    specification.environment = [
      "HOME": Self.container, "TMPDIR": Self.container + "/tmp", "PATH": Self.programFolder,
      "LANG": "C.UTF-8", "SWIFT_ROOT": Self.programFolder, "SWIFT_BACKTRACE": "enable=no",
    ]
    if closure.usesOrigin { specification.environment["LD_ORIGIN_PATH"] = Self.programFolder }
    specification.environment.merge(meaning.environment) { $1 }
    self.specification = specification
  }

  /// What the flags show first; then the program's files, but for those that are shown already.
  private static func mounts(
    _ meaning: ExecMeaning, _ closure: ELFClosure, programPath: String
  ) -> [GuestSpecification.Mount] {
    var mounts: [GuestSpecification.Mount] = []
    func isShown(_ path: String) -> Bool {
      mounts.contains { path == $0.target || path.hasPrefix($0.target + "/") }
    }
    // The shorter path first: what lies below it needs no mount of its own.
    for path in meaning.writable.sorted() where !isShown(path) {
      mounts.append(.writable(path, at: path))
    }
    for path in meaning.readable.sorted() where !isShown(path) {
      // Libraries and programs may be among what is shown, so it can be mapped as code.
      mounts.append(.program(path, at: path))
    }
    mounts.append(.program(closure.executable.realPath, at: programPath))
    for object in closure.dependencies where !isShown(object.guestPath) {
      mounts.append(.program(object.realPath, at: object.guestPath))
    }
    return mounts
  }

  /// Root's guests are users of their own, far above those that a system gives to anybody.
  static var identity: GuestSpecification.Identity {
    guard geteuid() == 0 else { return .own }
    let wanted = UInt32.random(in: 2_000_000_000...2_099_999_999)
    let map = (try? TextFile.read("/proc/self/uid_map")) ?? ""
    let fields = map.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
    let isMapped =
      fields.count >= 3 && fields[0] <= UInt64(wanted) && UInt64(wanted) < fields[0] + fields[2]
    let user = isMapped ? wanted : 65_534
    return .unprivileged(user: user, group: user)
  }
}
