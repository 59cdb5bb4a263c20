// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Lockhost
import LockhostDevice
import LockhostPolicy
package import LockhostSandbox
import LockhostSystem

/// lockhost's own sandbox, as a capture extension gets it, with the probe for its program.
package final class SandboxLauncher: ProbeLauncher {
  private static let outputLimit = ByteCount.kibibytes(64)
  /// Made by the tests: a spawner that answers some calls as done without doing them.
  package typealias OmittingSpawner = @Sendable ([SandboxChange]) throws -> Spawner

  package let name: String
  package let commandLine: String
  package let version = "lockhost"
  package let tier: SandboxTier?
  package let isOpen = false

  private let base: SandboxBase
  private let sandboxTier: SandboxTier
  /// Changes to every call: a sandbox that was loosened in one thing.
  private let changes: [SandboxChange]
  private let spawner: Spawner
  private let ground: ProbeGround
  private let folder: String
  private let program: BundleExecutable
  private let omitting: OmittingSpawner?

  /// Prepares the bundle.
  ///
  /// - Throws: `ConformanceError`: `.sandbox`, `.system`.
  package init(
    _ base: SandboxBase = SandboxBase(), tier: SandboxTier, changes: [SandboxChange] = [],
    on ground: ProbeGround, spawner: Spawner? = nil, omitting: OmittingSpawner? = nil
  ) throws(ConformanceError) {
    self.base = base
    self.changes = changes
    self.ground = ground
    self.omitting = omitting
    self.tier = tier
    sandboxTier = tier
    name = "lockhost " + tier.rawValue
    commandLine = "lockhost conformance --tier \(tier.rawValue)"
    do throws(SystemError) {
      if let spawner { self.spawner = spawner } else { self.spawner = try Spawner() }
      folder = ground.scratch.newPath("bundle")
      program = try Self.makeBundle(base, at: folder, on: ground)
    } catch {
      throw .system(error)
    }
  }

  /// A bundle with the probe as its program.
  private static func makeBundle(
    _ base: SandboxBase, at folder: String, on ground: ProbeGround
  ) throws(SystemError) -> BundleExecutable {
    let name: String
    if let bundle = base.bundle {
      do {
        try FileManager.default.copyItem(atPath: bundle.path, toPath: folder)
        name = bundle.executable.name
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      } catch {
        throw SystemError(call: "copying the bundle", code: EIO)
      }
    } else {
      name = "lockhost-probe"
      guard unsafe mkdir(folder, 0o755) == 0 else {
        throw SystemError(call: "mkdir(2)", code: errno)
      }
    }
    try ground.scratch.copyProgram(ground.probe, to: folder + "/" + name)
    var facts = stat()
    guard unsafe stat(folder + "/" + name, &facts) == 0 else {
      throw SystemError(call: "stat(2)", code: errno)
    }
    return BundleExecutable(
      name: name, path: folder + "/" + name,
      identity: FileIdentity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino)),
      isDynamic: base.bundle?.executable.isDynamic ?? false)
  }

  package func launch(_ request: ProbeRequest) async -> LaunchedProbe {
    let started = MonotonicInstant.now
    var result: LaunchedProbe
    do {
      result = try await run(request)
    } catch let error as SandboxError {
      result = LaunchedProbe(.failed("\(error)"))
    } catch {
      result = LaunchedProbe(.failed("\(error)"))
    }
    result.duration = started.duration(to: .now)
    return result
  }

  private func run(_ request: ProbeRequest) async throws -> LaunchedProbe {
    let changes = changes + request.changes
    for case .launcher(let text) in changes {
      return try await CommandLauncher(try LaunchTemplate(parsing: text), on: ground)
        .launch(request)
    }
    let content = try ground.scratch.folder("session", mode: 0o700)
    defer { try? FileManager.default.removeItem(atPath: content) }
    var plan = try plan(request, changes: changes, content: content)
    let (ours, theirs) = try PacketSocket.pair()
    if !changes.contains(.withoutWire) { plan.specification.wire = theirs.descriptor }
    let omissions = changes.filter(\.needsAnotherSpawner)
    var spawner =
      if omissions.isEmpty { self.spawner } else if let omitting { try omitting(omissions) } else {
        throw ConformanceError.badLauncher(name, reason: "nothing can leave steps out here")
      }
    let inherited = request.canaries.descriptor
    // One that starts only now, so that what this process holds out is there for it to pass on.
    if inherited != nil || request.canaries.variable != nil { spawner = try spawner.another() }
    let running = try await DescriptorCanary.inherited(inherited) { [spawner] in
      try await SandboxedProgram.start(plan, time: request.deadline, with: spawner)
    }
    let kept = try OutputPair(
      running.process.standardOutput, running.process.standardError, limit: Self.outputLimit,
      loop: spawner.loop)
    let end = await withTaskCancellationHandler {
      await running.end()
    } onCancel: {
      running.stop()
    }
    withExtendedLifetime(ours) {}
    let captured = await kept.finish()
    var result = LaunchedProbe(Self.ending(end))
    result.output = captured.output.text
    result.isTruncated = captured.output.isTruncated
    result.errors = captured.errors.text
    result.refusals = end.violations.map(\.call)
    return result
  }

  /// A listener kills for the filter, so its signal is SIGKILL; what it means is SIGSYS.
  private static func ending(_ end: ProgramEnd) -> LaunchedProbe.Ending {
    switch end.reason {
    case .limit(.time): .late
    case .violation, .flood: .signaled(SIGSYS)
    case .exited(let code): .exited(code)
    case .signaled(let number): .signaled(number)
    case .limit(.processorTime): .signaled(SIGXCPU)
    case .limit(.fileSize): .signaled(SIGXFSZ)
    case .limit(.container), .limit(.memory), .stopped, .lost: .signaled(SIGKILL)
    }
  }

  // MARK: The plan

  private func plan(
    _ request: ProbeRequest, changes: [SandboxChange], content: String
  ) throws -> SandboxPlan {
    var policy = base.policy
    var limits = GuestSpecification.Limits()
    for change in changes { change.apply(to: &limits) }
    for case .policy(let line) in changes {
      policy.statements += try Policy(parsing: "policy added\n\(line)\n").statements
    }
    var sandbox = Sandbox(policy)
    sandbox.limits = limits
    var plan = try sandbox.plan(program.path, tier: sandboxTier)
    if changes.contains(.withoutFilter) { plan.filter = plan.filter.admittingEverything }
    for case .filterHead(let head) in changes { plan.filter = plan.filter.behind(head) }
    var user: UInt32?
    if case .unprivileged(let drawn, _) = plan.specification.identity {
      user = drawn
      guard unsafe chown(content, drawn, drawn) == 0 else {
        throw SystemError(call: "chown(2)", code: errno)
      }
    }
    var guest = try GuestKitFactory.extensionSpecification(
      of: base.bundle?.executable ?? program, in: folder, content: content, user: user,
      filter: plan.filter, tier: sandboxTier)
    guest.executable.source = .init(path: program.path)
    guest.limits = limits
    // A launch that is slow says nothing about a promise.
    guest.deadline = .seconds(60)
    // Without mounts the program lies where it is.
    let inside = sandboxTier == .floor ? program.path : guest.executable.path
    guest.arguments =
      [program.name] + request.words.map { $0 == Placeholder.probe.rawValue ? inside : $0 }
    for change in changes { change.apply(to: &guest, canaries: request.canaries) }
    plan.specification = guest
    return plan
  }
}

extension FilterProgram {
  /// `BPF_RET | BPF_K` with `SECCOMP_RET_ALLOW`, and nobody listening.
  fileprivate var admittingEverything: FilterProgram {
    FilterProgram(
      instructions: [FilterInstruction(code: 0x06, operand: 0x7fff_0000)], rules: rules,
      launch: launch, usesListener: false)
  }

  /// The same filter, with a mistake before it.
  fileprivate func behind(_ head: FilterHead) -> FilterProgram {
    FilterProgram(
      instructions: head.instructions + instructions, rules: rules, launch: launch,
      usesListener: usesListener)
  }
}
