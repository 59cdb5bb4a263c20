// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import LockhostWire

/// One process of a plug-in, from its start to its end.
final class PluginRun: Sendable {
  let guest: Guest
  private let life: PluginLife

  private init(guest: Guest, life: PluginLife) {
    self.guest = guest
    self.life = life
  }

  /// Whether the process is gone, or about to be.
  var isOver: Bool {
    get async {
      if life.known != nil { return true }
      return await guest.phase >= .ending
    }
  }

  /// Starts a plug-in, and returns when it has said hello.
  static func start(
    _ bundle: ExtensionBundle, of point: ExtensionPoint, host: PluginHost,
    output: (@Sendable (String, Bool) -> Void)?
  ) async throws(PluginError) -> PluginRun {
    let plan: Guest.Plan
    do throws(HostError) {
      let assembly = host.assembly
      plan = try await WorkQueue.run { () throws(HostError) in
        try assembly.plan(for: bundle, of: point)
      }
    } catch {
      throw .notStarted(code: error.code, message: error.message)
    }
    let life = PluginLife()
    let guest = Guest(plan: plan, loop: host.loop) { event in
      switch event {
      case .presented: life.connected()
      case .output(let line, let isError): output?(line, isError)
      case .ended(let ending): life.end(PluginEnding(ending))
      default: break
      }
    }
    do throws(SandboxError) {
      try await guest.start(with: host.spawner)
    } catch {
      throw .notStarted(code: error.code, message: "\(error)")
    }
    let run = PluginRun(guest: guest, life: life)
    await life.connection()
    if let ending = life.known { throw .ended(ending) }
    return run
  }

  /// Waits for the end of the process.
  func ending() async -> PluginEnding { await life.ending() }
}

extension PluginEnding {
  init(_ ending: GuestEnding) {
    self.init(
      reason: ending.cause.reason.rawValue, code: ending.cause.code, message: ending.cause.message,
      violations: ending.violations.map(\.summary))
  }
}

extension GuestAssembly {
  /// What a plug-in that stands alone is made of.
  func plan(
    for bundle: ExtensionBundle, of point: ExtensionPoint
  ) throws(HostError) -> Guest.Plan {
    let filter = try filter(for: point.policy, executable: bundle.executable)
    var specification = try specification(
      of: bundle.executable, in: bundle.path, user: nil, filter: filter)
    do throws(SandboxError) {
      specification.identity = try .fresh()
    } catch {
      throw .sandbox(error)
    }
    let identifier = bundle.identifier
    var plan = Guest.Plan(
      point: point, specification: specification, filter: filter,
      context: { version in
        LaunchContext(
          protocolVersion: version, role: point.role, session: identifier,
          extensionPoint: point.identifier, bundleIdentifier: identifier,
          bundlePath: Self.bundlePath, containerPath: Self.containerPath)
      }, services: { _ in [] })
    plan.isTierDemanded = tier != nil
    return plan
  }
}
