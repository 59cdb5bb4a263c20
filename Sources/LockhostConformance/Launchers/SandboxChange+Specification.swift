// SPDX-License-Identifier: MIT

import Foundation
import LockhostSandbox
import LockhostSystem

extension SandboxChange {
  /// Whether a spawner is needed for it that only tests have.
  var needsAnotherSpawner: Bool {
    switch self {
    case .omits, .weakens: true
    default: false
    }
  }

  /// Changes a limit, if that is what this is.
  func apply(to limits: inout GuestSpecification.Limits) {
    guard case .limit(let name, let value) = self else { return }
    let bytes = value.map { ByteCount($0) }
    switch name {
    case "openFiles": limits.openFiles = value ?? 65_534
    case "processes": limits.processes = value ?? 100_000
    case "addressSpace": limits.addressSpace = bytes
    case "data": limits.data = bytes
    case "memory": limits.memory = bytes
    case "fileSize": limits.fileSize = bytes ?? ByteCount(1 << 60)
    case "stack": limits.stack = bytes ?? ByteCount(1 << 40)
    case "processorTime": limits.processorTime = value.map { .seconds($0) }
    case "lockedMemory": limits.lockedMemory = bytes ?? ByteCount(1 << 60)
    default: break
    }
  }

  /// Changes what a guest sees and is given.
  func apply(to guest: inout GuestSpecification, canaries: CanarySet) {
    switch self {
    case .shows(let path, let writable): guest.show(path, writable: writable)
    case .device(let path): guest.mounts.append(.device(path))
    case .showsCanary(.terminal, _):
      if let path = canaries.value(.terminal) { guest.mounts.append(.device(path)) }
    case .showsCanary(let canary, let writable):
      if let path = canaries.value(canary) { guest.show(path, writable: writable) }
    case .processes: guest.showsProcesses = true
    case .variable(let name, let value): guest.environment[name] = value
    case .passesVariable(let name):
      guest.environment[name] = ProcessInfo.processInfo.environment[name]
    case .limit("containerBytes", let value):
      guest.container?.size = ByteCount(value ?? 1 << 40)
    case .limit("containerFiles", let value): guest.container?.files = value ?? 1 << 24
    case .policy, .withoutFilter, .withoutWire, .limit, .launcher, .omits, .filterHead, .weakens:
      break
    }
  }
}

extension GuestSpecification {
  fileprivate mutating func show(_ path: String, writable: Bool) {
    mounts.append(writable ? .writable(path, at: path) : .program(path, at: path))
  }
}
