// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices

extension CommandContext {
  /// Opens the device that the command line means.
  func openDevice() throws(CommandFailure) -> DeviceStore {
    try device { () throws(DeviceError) in
      let root = try DeviceStore.rootPath(set: set, environment: environment)
      return try DeviceStore.open(root: root, device: device)
    }
  }

  /// Opens the device, and finishes what hosts that died have left in it.
  func openSettledDevice() throws(CommandFailure) -> DeviceStore {
    let store = try openDevice()
    try device { () throws(DeviceError) in _ = try store.collectAbandoned() }
    return store
  }

  /// Runs what can fail because of the device.
  func device<Result>(
    _ body: () throws(DeviceError) -> Result
  ) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Runs what can fail because of a service.
  func service<Result>(
    _ body: () throws(ServiceError) -> Result
  ) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch {
      throw CommandFailure(error)
    }
  }
}
