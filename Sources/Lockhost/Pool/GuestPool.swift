// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostSystem
import Synchronization

/// Guests that were started before anybody asked for them, each for one extension of one device.
///
/// One that was taken is replaced; one that dies, grows old or grows fat is dropped and replaced; a
/// machine short of memory keeps none. No guest is ever given to two sessions, or to another
/// extension, or to its own after it was changed. Any thread: a launch takes one where it is.
final class GuestPool: Sendable {
  /// How a guest for a key is made ready, up to its launch.
  struct Recipe: Sendable {
    let key: PoolKey
    /// Makes the folder and the specification; blocks.
    let prepare: @Sendable () throws(HostError) -> (PreparedSession, GuestProgram)
  }

  fileprivate typealias Filling = Task<Result<Void, HostError>, Never>

  fileprivate struct State {
    var guests: [PreparedGuest] = []
    var recipes: [PoolKey: Recipe] = [:]
    var fillings: [PoolKey: Filling] = [:]
    var deaths: [PoolKey: Int] = [:]
    var watch: EventDeadline?
  }

  /// How often the guests are looked at.
  private static let interval = Duration.seconds(1)
  /// An extension whose guests died so often before anybody wanted them is not made ready again.
  private static let mostDeaths = 3

  let limits: PoolLimits
  private let loop: EventLoop
  private let spawner: Spawner
  private let state = Mutex(State())

  /// Makes an empty pool.
  init(limits: PoolLimits, loop: EventLoop, spawner: Spawner) {
    self.limits = limits
    self.loop = loop
    self.spawner = spawner
  }

  deinit { state.withLock { $0.watch?.cancel() } }

  /// How many guests wait for a key.
  func count(for key: PoolKey) -> Int { state.withLock { $0.count(for: key) } }

  /// Takes a guest that is ready; nil when there is none for exactly this key.
  func take(_ key: PoolKey) -> PreparedGuest? {
    change { state, dropped in
      state.dropOutdated(by: key, into: &dropped)
      while let index = state.guests.firstIndex(where: { $0.key == key }) {
        let guest = state.guests.remove(at: index)
        if guest.isAlive { return guest }
        state.deaths[key, default: 0] += 1
        dropped.append(guest)
      }
      return nil
    }
  }

  /// Keeps guests ready by a recipe from now on.
  ///
  /// Returns when as many are ready as the limits allow, or it is clear that they will not be.
  ///
  /// - Throws: `HostError` when one could not be made.
  func stock(_ recipe: Recipe) async throws(HostError) {
    guard !limits.isNone else { return }
    let task = change { state, dropped in
      state.dropOutdated(by: recipe.key, into: &dropped)
      state.recipes[recipe.key] = recipe
      watchOver(&state)
      return filling(by: recipe, &state)
    }
    try await task.value.get()
  }

  /// Drops all guests, and keeps none ready any more.
  func drain() {
    change { state, dropped in
      dropped = state.guests
      state.guests = []
      state.recipes = [:]
      state.watch?.cancel()
      state.watch = nil
    }
  }

  /// Changes the state; what is dropped goes when the lock is free, since its end is told to others.
  private func change<Result>(
    _ body: (inout State, _ dropped: inout [PreparedGuest]) -> Result
  ) -> Result where Result: Sendable {
    let (result, dropped) = state.withLock { state in
      var dropped: [PreparedGuest] = []
      return (body(&state, &dropped), dropped)
    }
    withExtendedLifetime(dropped) {}
    return result
  }

  // MARK: Filling

  /// The task that fills the pool by a recipe, one for each key.
  private func filling(by recipe: Recipe, _ state: inout State) -> Filling {
    if let filling = state.fillings[recipe.key] { return filling }
    let filling = Task { await self.fill(by: recipe) }
    state.fillings[recipe.key] = filling
    return filling
  }

  private func fill(by recipe: Recipe) async -> Result<Void, HostError> {
    defer { state.withLock { $0.fillings[recipe.key] = nil } }
    while state.withLock({ hasRoom(for: recipe.key, $0) }) {
      do throws(HostError) {
        let guest = try await make(by: recipe)
        let isWanted = state.withLock { state in
          // The extension may have been changed while this was made.
          guard state.recipes[recipe.key] != nil else { return false }
          state.guests.append(guest)
          return true
        }
        guard isWanted else { break }
      } catch {
        return .failure(error)
      }
    }
    return .success(())
  }

  private func hasRoom(for key: PoolKey, _ state: borrowing State) -> Bool {
    state.deaths[key, default: 0] < Self.mostDeaths
      && state.count(for: key) < limits.guestsPerExtension
      // Each of the other fillings is at one guest.
      && state.guests.count + state.fillings.keys.count { $0 != key } < limits.guests
      && AvailableMemory.part() >= limits.availableMemory
  }

  private func make(by recipe: Recipe) async throws(HostError) -> PreparedGuest {
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

  // MARK: Looking after them

  private func watchOver(_ state: inout State) {
    state.watch?.cancel()
    state.watch = loop.schedule(at: .now.advanced(by: Self.interval)) { [weak self] in
      self?.lookAfter(at: .now)
    }
  }

  /// Drops what has died, is old or fat, or is too much for the machine, and has it replaced.
  ///
  /// - Parameter memory: The part of the machine's memory that is available.
  func lookAfter(at now: MonotonicInstant, memory: Double = AvailableMemory.part()) {
    change { state, dropped in
      if memory < limits.availableMemory {
        dropped = state.guests
        state.guests = []
      } else {
        for guest in state.guests where !guest.isAlive || guest.isOverweight {
          state.deaths[guest.key, default: 0] += 1
          dropped.append(guest)
        }
        dropped += state.guests.filter { $0.executed.duration(to: now) > limits.age }
        state.guests.removeAll { guest in dropped.contains { $0 === guest } }
        // What is wrong with an extension is told by the launch that somebody asks for.
        for recipe in state.recipes.values where hasRoom(for: recipe.key, state) {
          _ = filling(by: recipe, &state)
        }
      }
      if !state.recipes.isEmpty { watchOver(&state) }
    }
  }
}

extension GuestPool.State {
  fileprivate func count(for key: PoolKey) -> Int { guests.count { $0.key == key && $0.isAlive } }

  /// Drops what an older state of the same extension is ready for.
  fileprivate mutating func dropOutdated(by key: PoolKey, into dropped: inout [PreparedGuest]) {
    let isOutdated = { (other: PoolKey) in other != key && other.isForSameExtension(as: key) }
    dropped += guests.filter { isOutdated($0.key) }
    guests.removeAll { isOutdated($0.key) }
    for other in recipes.keys where isOutdated(other) {
      recipes[other] = nil
      deaths[other] = nil
    }
  }
}
