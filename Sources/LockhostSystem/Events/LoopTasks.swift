// SPDX-License-Identifier: MIT

/// Runs the tasks that prefer it on an event loop, whatever they call.
///
/// With it, a program whose loop is the main thread needs no other. Nothing such a task does may block.
public final class LoopTasks: TaskExecutor, Sendable {
  private let loop: EventLoop

  /// Makes an executor for a loop.
  public init(_ loop: EventLoop) { self.loop = loop }

  /// Takes a task's job; called by the concurrency runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.perform { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
