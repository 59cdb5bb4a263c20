// SPDX-License-Identifier: MIT

import Dispatch

/// Where a session does what may take long: files, the disk, the filter compiler.
///
/// Neither the event loop nor the cooperative pool may block; this is a queue of threads that may.
enum WorkQueue {
  private static let queue = DispatchQueue(
    label: "lockhost.work", qos: .userInitiated, attributes: .concurrent)

  /// Runs a body that may block, and comes back to the caller's executor.
  ///
  /// - Parameters:
  ///   - queue: A serial queue, for bodies that must keep their order.
  ///   - isolation: The caller's own, so that no thread is changed but to the queue and back.
  static func run<Value: Sendable, Failure: Error>(
    on queue: DispatchQueue = queue, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        let result: Result<Value, Failure>
        do throws(Failure) {
          result = .success(try body())
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
  /// Runs a body that may block, for which nobody waits.
  static func perform(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
