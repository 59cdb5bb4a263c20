// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostSystem

/// Guests that were started before anybody asked for them, each for one extension of one device.
///
/// One that was taken is replaced; one that dies, grows old or grows fat is dropped and replaced; a
/// machine short of memory keeps none. No guest is ever given to two sessions, or to another
/// extension, or to its own after it was changed.
actor GuestPool {
  /// How a guest for a key is made ready, up to its launch.
  struct Recipe: Sendable {
    let key: PoolKey
    /// Makes the folder and the specification; blocks.
    let prepare: @Sendable () throws(HostError) -> (PreparedSession, GuestProgram)
  }

  /// How often the guests are looked at.
  private static let interval = Duration.seconds(1)
  /// An extension whose guests died so often before anybody wanted them is not made ready again.
  private static let mostDeaths = 3

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  nonisolated let limits: PoolLimits
  private let spawner: Spawner
  private var guests: [PreparedGuest] = []
  private var recipes: [PoolKey: Recipe] = [:]
  private var fillings: [PoolKey: Task<Result<Void, HostError>, Never>] = [:]
  private var deaths: [PoolKey: Int] = [:]
  private var watch: EventDeadline?

  /// Makes an empty pool.
  init(limits: PoolLimits, loop: EventLoop, spawner: Spawner) {
    self.limits = limits
    self.loop = loop
    self.spawner = spawner
  }

  deinit { watch?.cancel() }

  /// How many guests wait for a key.
  func count(for key: PoolKey) -> Int { guests.count { $0.key == key && $0.isAlive } }

  /// Takes a guest that is ready; nil when there is none for exactly this key.
  func take(_ key: PoolKey) -> PreparedGuest? {
    dropOutdated(by: key)
    while let index = guests.firstIndex(where: { $0.key == key }) {
      let guest = guests.remove(at: index)
      if guest.isAlive { return guest }
      deaths[key, default: 0] += 1
    }
    return nil
  }

  /// Keeps guests ready by a recipe from now on.
  ///
  /// Returns when as many are ready as the limits allow, or it is clear that they will not be.
  ///
  /// - Throws: `HostError` when one could not be made.
  func stock(_ recipe: Recipe) async throws(HostError) {
    guard !limits.isNone else { return }
    dropOutdated(by: recipe.key)
    recipes[recipe.key] = recipe
    watchOver()
    try await filling(by: recipe).value.get()
  }

  /// The task that fills the pool by a recipe, one for each key.
  private func filling(by recipe: Recipe) -> Task<Result<Void, HostError>, Never> {
    if let filling = fillings[recipe.key] { return filling }
    let filling = Task { await self.fill(by: recipe) }
    fillings[recipe.key] = filling
    return filling
  }

  private func fill(by recipe: Recipe) async -> Result<Void, HostError> {
    defer { fillings[recipe.key] = nil }
    while hasRoom(for: recipe.key) {
      do throws(HostError) {
        let guest = try await make(by: recipe)
        // The extension may have been changed while this was made.
        guard recipes[recipe.key] != nil else { break }
        guests.append(guest)
      } catch {
        return .failure(error)
      }
    }
    return .success(())
  }

  /// Drops all guests, and keeps none ready any more.
  func drain() {
    recipes = [:]
    guests = []
    watch?.cancel()
    watch = nil
  }

  private func hasRoom(for key: PoolKey) -> Bool {
    deaths[key, default: 0] < Self.mostDeaths && count(for: key) < limits.guestsPerExtension
      // Each of the other fillings is at one guest.
      && guests.count + fillings.keys.count { $0 != key } < limits.guests
      && AvailableMemory.part() >= limits.availableMemory
  }

  private nonisolated func make(by recipe: Recipe) async throws(HostError) -> PreparedGuest {
    let (session, program) = try await WorkQueue.run { () throws(HostError) in
      try recipe.prepare()
    }
    do throws(SandboxError) {
      return PreparedGuest(
        key: recipe.key, program: program,
        launched: try await LaunchedGuest.launch(
          program, isTierDemanded: recipe.key.tier != nil, with: spawner),
        session: session)
    } catch {
      WorkQueue.perform { session.discard() }
      throw .sandbox(error)
    }
  }

  /// Drops what an older state of the same extension is ready for.
  private func dropOutdated(by key: PoolKey) {
    let isOutdated = { (other: PoolKey) in other != key && other.isForSameExtension(as: key) }
    guests.removeAll { isOutdated($0.key) }
    for other in recipes.keys where isOutdated(other) {
      recipes[other] = nil
      deaths[other] = nil
    }
  }

  // MARK: Looking after them

  private func watchOver() {
    watch?.cancel()
    watch = loop.schedule(at: .now.advanced(by: Self.interval)) { [weak self] in
      self?.assumeIsolated { $0.lookAfter(at: .now) }
    }
  }

  /// Drops what has died, is old or fat, or is too much for the machine, and has it replaced.
  ///
  /// - Parameter memory: The part of the machine's memory that is available.
  func lookAfter(at now: MonotonicInstant, memory: Double = AvailableMemory.part()) {
    if memory < limits.availableMemory {
      guests = []
    } else {
      for guest in guests where !guest.isAlive || guest.isOverweight {
        deaths[guest.key, default: 0] += 1
        guests.removeAll { $0 === guest }
      }
      guests.removeAll { $0.executed.duration(to: now) > limits.age }
      // What is wrong with an extension is told by the launch that somebody asks for.
      for recipe in recipes.values where hasRoom(for: recipe.key) { _ = filling(by: recipe) }
    }
    if !recipes.isEmpty { watchOver() }
  }
}
