// SPDX-License-Identifier: MIT

package import LockhostSystem
import Synchronization

/// Asynchronous work on the main thread alone.
package enum MainTask {
  /// Runs a body on a loop that the calling thread becomes, and waits for its end.
  ///
  /// - Parameter loop: One without a thread of its own.
  package static func run<Value: Sendable>(
    on loop: EventLoop, _ body: @escaping @Sendable () async -> Value
  ) -> Value {
    let result = Result<Value>()
    Task(executorPreference: LoopTasks(loop)) {
      let value = await body()
      result.value.withLock { $0 = value }
    }
    return loop.run { result.value.withLock { $0 } }
  }

  private final class Result<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
