// SPDX-License-Identifier: MIT

import Synchronization

/// How far one process of a plug-in has come, and who waits for what.
final class PluginLife: Sendable {
  private struct State {
    var isConnected = false
    var ending: PluginEnding?
    var connectionWaiters: [CheckedContinuation<Void, Never>] = []
    var endWaiters: [CheckedContinuation<PluginEnding, Never>] = []
  }

  private let value = Mutex(State())

  /// How it ended, if it has.
  var known: PluginEnding? { value.withLock { $0.ending } }

  func connected() {
    value.withLock { state in
      state.isConnected = true
      defer { state.connectionWaiters = [] }
      return state.connectionWaiters
    }.forEach { $0.resume() }
  }

  func end(_ ending: PluginEnding) {
    value.withLock { state in
      state.ending = ending
      defer { state.endWaiters = [] }
      return state.endWaiters
    }.forEach { $0.resume(returning: ending) }
    connected()
  }

  func connection() async {
    await withCheckedContinuation { continuation in
      let isThere = value.withLock { state in
        if !state.isConnected { state.connectionWaiters.append(continuation) }
        return state.isConnected
      }
      if isThere { continuation.resume() }
    }
  }

  func ending() async -> PluginEnding {
    await withCheckedContinuation { continuation in
      let ending = value.withLock { state in
        if state.ending == nil { state.endWaiters.append(continuation) }
        return state.ending
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }
}
