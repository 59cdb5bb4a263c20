// SPDX-License-Identifier: MIT

import Dispatch
import LockhostSystem
import Synchronization

// What the end of a guest takes where no namespace ends with it.
extension Spawner {
  private static let wipes = DispatchQueue(
    label: "lockhost.wipe", qos: .userInitiated, attributes: .concurrent)

  /// Whether every process of a guest is known to be dead.
  ///
  /// Elsewhere pid 1 is dead after all others. In tier `floor` the guest's parent counts them; if it did
  /// not live to do so, the guest dies with it, and this comes back when it has.
  func isCountedDead(_ identifier: UInt64) -> Bool {
    guard let guest = launches[identifier]?.killing.guest, !guest.hasExited else { return true }
    guard launches[identifier]?.guestWatch == nil else { return false }
    launches[identifier]?.reportWatch?.cancel()
    launches[identifier]?.reportWatch = nil
    do throws(SystemError) {
      _ = try guest.signal(9)
      launches[identifier]?.guestWatch = try loop.watch(guest.descriptor, for: .input) {
        [weak self] in
        self?.assumeIsolated {
          $0.launches[identifier]?.guestWatch?.cancel()
          $0.conclude(identifier)
        }
      }
      return false
    } catch {
      return true
    }
  }

  /// Removes a container that is a folder, off the loop, and then finishes.
  func wipe(_ container: GuestContainer, of identifier: UInt64) {
    guard launches[identifier]?.isConcluding == false else { return }
    launches[identifier]?.isConcluding = true
    // All has been said; that nothing more comes is no news.
    launches[identifier]?.reportWatch?.cancel()
    launches[identifier]?.reportWatch = nil
    launches[identifier]?.containerWatch?.end()
    let (loop, spawner) = (loop, WeakSpawner(self))
    Self.wipes.async {
      let use = container.wipe()
      loop.perform { spawner.value?.assumeIsolated { $0.finish(identifier, use) } }
    }
  }

  /// Keeps the container of a guest within its size, where no file system does.
  func watchContainer(_ identifier: UInt64, of guest: GuestProcess) {
    guard let launch = launches[identifier], let limit = launch.containerLimit,
      let folder = launch.container?.folder
    else { return }
    let killing = launch.killing
    launches[identifier]?.containerWatch = ContainerWatch(
      folder, limit: limit, loop: loop,
      unnamedBytes: { [weak guest] in guest?.use()?.unnamedFileBytes },
      // A guest that is dead needs no killing.
      kill: { _ = try? killing.perform() })
  }
}

/// A reference that does not keep the spawner: whoever waits for a wipe does that.
private final class WeakSpawner: Sendable {
  private let reference: Mutex<Weak>

  private struct Weak {
    weak var value: Spawner?
  }

  init(_ value: Spawner) { reference = Mutex(Weak(value: value)) }

  var value: Spawner? { reference.withLock { $0.value } }
}
