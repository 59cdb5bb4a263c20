// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import Synchronization

/// One dedicated thread that waits for descriptors and deadlines, and runs what is due.
///
/// It is a serial executor, so an actor can live on it. A watchdog that runs here is late only when
/// something on this thread blocks, never because Swift's cooperative pool is busy: nothing on this
/// thread may block.
///
/// The thread lives for as long as the process; make few loops and keep them.
public final class EventLoop: SerialExecutor, Sendable {
  /// What to wait for on a descriptor.
  public enum Interest: Sendable {
    /// Input, an end of file, or a hang-up.
    case input
    /// Room for output, or a hang-up.
    case output
  }

  private struct Watched {
    let descriptor: SharedDescriptor
    let handler: @Sendable () -> Void
  }

  private struct Scheduled {
    let identifier: UInt64
    let instant: MonotonicInstant
    let handler: @Sendable () -> Void
  }

  private enum Task {
    case job(UnownedJob)
    case body(@Sendable () -> Void)
  }

  private struct State {
    var tasks: [Task] = []
    var watched: [UInt64: Watched] = [:]
    var scheduled: [Scheduled] = []  // The earliest last.
    var nextToken: UInt64 = 2
    var isWoken = false
  }

  private static let wakeToken: UInt64 = 0
  private static let timerToken: UInt64 = 1

  private let name: String
  private let epoll: SharedDescriptor
  private let wake: SharedDescriptor
  private let timer: SharedDescriptor
  private let state = Mutex(State())

  /// Makes a loop and starts its thread.
  ///
  /// - Parameter name: The thread's name, for people who read `ps -L`; 15 bytes are kept.
  /// - Throws: `SystemError` for `epoll_create(2)`, `eventfd(2)`, `timerfd_create(2)` with `EMFILE`,
  ///   or for `pthread_create(3)` with `EAGAIN`.
  public convenience init(name: String) throws(SystemError) {
    try self.init(withoutThread: name)
    try start()
  }

  /// Makes a loop that runs while its caller is in ``run(until:)``.
  ///
  /// For a program that does one thing and ends: with threads it would take longer.
  ///
  /// - Throws: `SystemError` as for ``init(name:)``.
  public init(withoutThread name: String) throws(SystemError) {
    self.name = String(name.prefix(15))
    epoll = SharedDescriptor(
      adopting: try retryingInterrupts("epoll_create(2)") { lh_epoll_create() })
    wake = SharedDescriptor(adopting: try retryingInterrupts("eventfd(2)") { lh_eventfd() })
    timer = SharedDescriptor(
      adopting: try retryingInterrupts("timerfd_create(2)") { lh_timerfd_create() })
    try add(wake, for: .input, token: Self.wakeToken)
    try add(timer, for: .input, token: Self.timerToken)
  }

  // MARK: Running code

  /// Runs a body on the loop's thread, after what is queued there already.
  ///
  /// Any thread may call it.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    push(.body(body))
  }

  /// Takes an actor's job; called by the concurrency runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    push(.job(UnownedJob(job)))
  }

  /// This loop, as an actor returns it for its `unownedExecutor`.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Lets `assumeIsolated` succeed in handlers, which run on the loop but not inside an actor's job.
  public func checkIsolated() {
    precondition(isCurrent, "this must run on the event loop \(name)")
  }

  /// Whether the calling thread is this loop's.
  public var isCurrent: Bool { EventLoopThread.current === self }

  // MARK: Descriptors

  /// Calls a handler on the loop's thread whenever, and for as long as, a descriptor is ready.
  ///
  /// The loop holds the descriptor, and the handler, until the watch is cancelled. A handler that
  /// does not take the input away is called again at once.
  ///
  /// - Throws: `SystemError` for `epoll_ctl(2)`: `EEXIST` when this descriptor is watched already,
  ///   `EPERM` when its file cannot be waited for.
  public func watch(
    _ descriptor: SharedDescriptor, for interest: Interest,
    _ handler: @escaping @Sendable () -> Void
  ) throws(SystemError) -> EventWatch {
    let token = state.withLock { state in
      let token = state.nextToken
      state.nextToken += 1
      state.watched[token] = Watched(descriptor: descriptor, handler: handler)
      return token
    }
    do throws(SystemError) {
      try add(descriptor, for: interest, token: token)
    } catch {
      _ = state.withLock { $0.watched.removeValue(forKey: token) }
      throw error
    }
    return EventWatch(loop: self, token: token)
  }

  func unwatch(_ token: UInt64) {
    // Taken out of the kernel's set first: the last reference to the descriptor may go with it.
    guard let watched = state.withLock({ $0.watched.removeValue(forKey: token) }) else { return }
    _ = lh_epoll_remove(epoll.rawValue, watched.descriptor.rawValue)
  }

  // MARK: Deadlines

  /// Calls a handler on the loop's thread once an instant has come.
  ///
  /// The timer is the kernel's, on `CLOCK_MONOTONIC`, with nanosecond resolution.
  public func schedule(
    at instant: MonotonicInstant, _ handler: @escaping @Sendable () -> Void
  ) -> EventDeadline {
    let identifier = state.withLock { state in
      let identifier = state.nextToken
      state.nextToken += 1
      let place = state.scheduled.firstIndex { $0.instant <= instant } ?? state.scheduled.count
      state.scheduled.insert(
        Scheduled(identifier: identifier, instant: instant, handler: handler), at: place)
      arm(state)
      return identifier
    }
    return EventDeadline(loop: self, identifier: identifier)
  }

  func unschedule(_ identifier: UInt64) {
    state.withLock { state in
      guard let place = state.scheduled.firstIndex(where: { $0.identifier == identifier }) else {
        return
      }
      state.scheduled.remove(at: place)
      arm(state)
    }
  }

  private func arm(_ state: borrowing State) {
    // Zero would disarm; an instant of zero lies in the past and is as good at one.
    let next = state.scheduled.last.map { max($0.instant.nanoseconds, 1) } ?? 0
    _ = lh_timerfd_arm(timer.rawValue, next)
  }

  // MARK: The thread

  private func push(_ task: Task) {
    let mustWake = state.withLock { state in
      state.tasks.append(task)
      defer { state.isWoken = true }
      return !state.isWoken
    }
    if mustWake {
      var one: UInt64 = 1
      _ = write(wake.rawValue, &one, 8)
    }
  }

  private func add(
    _ descriptor: SharedDescriptor, for interest: Interest, token: UInt64
  ) throws(SystemError) {
    guard lh_epoll_add(epoll.rawValue, descriptor.rawValue, interest == .output, token) == 0 else {
      throw .last("epoll_ctl(2)")
    }
  }

  private func start() throws(SystemError) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw SystemError(call: "pthread_create(3)", code: code)
    }
    pthread_detach(thread)
  }

  private func run() -> Never {
    lh_become_service_thread(name)
    EventLoopThread.current = self
    var ready = [lh_ready](repeating: lh_ready(), count: 64)
    while true { turn(&ready) }
  }

  /// Runs a loop that has no thread of its own on the calling one, until there is a value.
  ///
  /// One thread at a time. What the loop has not done by then waits for the next call.
  ///
  /// - Parameter value: Asked after each turn.
  public func run<Value>(until value: () -> Value?) -> Value {
    let outer = EventLoopThread.current
    EventLoopThread.current = self
    defer { EventLoopThread.current = outer }
    var ready = [lh_ready](repeating: lh_ready(), count: 64)
    while true {
      if let value = value() { return value }
      turn(&ready)
    }
  }

  private func turn(_ ready: inout [lh_ready]) {
    let count = lh_epoll_wait(epoll.rawValue, &ready, 64, -1)
    for event in ready.prefix(Int(max(count, 0))) {
      switch event.token {
      case Self.wakeToken: runTasks()
      case Self.timerToken: runDeadlines()
      default: state.withLock { $0.watched[event.token] }?.handler()
      }
    }
  }

  private func runTasks() {
    var value: UInt64 = 0
    _ = read(wake.rawValue, &value, 8)
    // What these tasks enqueue waits for the next turn, so descriptors and deadlines get theirs.
    let tasks = state.withLock { state in
      state.isWoken = false
      defer { state.tasks = [] }
      return state.tasks
    }
    for task in tasks {
      switch task {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .body(let body): body()
      }
    }
  }

  private func runDeadlines() {
    var value: UInt64 = 0
    _ = read(timer.rawValue, &value, 8)
    while true {
      let now = MonotonicInstant.now
      let due = state.withLock { state -> (@Sendable () -> Void)? in
        guard let last = state.scheduled.last, last.instant <= now else {
          arm(state)
          return nil
        }
        return state.scheduled.removeLast().handler
      }
      guard let due else { return }
      due()
    }
  }
}

/// Which loop the calling thread is.
private enum EventLoopThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var current: EventLoop? {
    get {
      guard let pointer = pthread_getspecific(key) else { return nil }
      return Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
    }
    set {
      // A loop's thread never ends, or is in a call of the loop; so the pointer stays good.
      pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() })
    }
  }
}
