// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostServices
import LockhostSystem
import Synchronization

/// What a host knows from one launch to the next: its devices, as long as their folders are the ones
/// that it opened, and the bundles, as long as nothing of them changes.
///
/// Whatever is kept is held against the kernel's facts at each launch, so a launch never acts on what
/// was. All methods block for as long as that takes. Any thread.
final class HostMemory: Sendable {
  /// An open device.
  struct Device: Sendable {
    let store: DeviceStore
    let library: PhotoLibrary
    /// Where compiled filters are kept; nil where they cannot be.
    let filters: FilterCache?
    fileprivate let stamps: [FileStamp]
  }

  private struct Place: Hashable {
    let root: String
    let device: String
  }

  private struct Settings {
    let stamp: FileStamp
    let settings: DeviceSettings
  }

  private struct State {
    var devices: [Place: Device] = [:]
    var settings: [String: Settings] = [:]
    var collected: Set<String> = []
  }

  /// The most devices that are kept open; past it all are forgotten.
  private static let limit = 16

  /// What guests were told.
  let contexts = LaunchContexts()
  private let bundles = JudgedBundles()
  private let state = Mutex(State())

  /// Loads a bundle, or says what is known of it.
  func bundle(at path: String) throws(DeviceError) -> JudgedBundle {
    try bundles.bundle(at: path)
  }

  /// Opens a device, or takes the one that is open when its folders are where they were.
  func store(root: String, device: String) throws(DeviceError) -> DeviceStore {
    if let known = known(Place(root: root, device: device)) { return known.store }
    return try DeviceStore.open(root: root, device: device)
  }

  /// Opens what a device's sessions need, or takes what is open.
  func device(of store: DeviceStore) throws(ServiceError) -> Device {
    let place = Place(root: store.root, device: store.device)
    if let known = known(place), known.library.isInPlace { return known }
    let stamps = Self.stamps(of: store)
    let device = Device(
      store: store, library: try PhotoLibrary(path: store.photosPath), filters: Self.filters(store),
      stamps: stamps ?? [])
    state.withLock { state in
      if state.devices.count >= Self.limit { state = State() }
      state.devices[place] = stamps == nil ? nil : device
    }
    return device
  }

  /// Where a device's compiled filters are kept, and whether that was known because its sessions' needs are
  /// open.
  func filters(of store: DeviceStore) -> (cache: FilterCache?, isOpen: Bool) {
    if let known = known(Place(root: store.root, device: store.device)) {
      return (known.filters, true)
    }
    return (Self.filters(store), false)
  }

  /// Reads a device's settings, or takes what was read when the file is the same.
  func settings(of store: DeviceStore) throws(DeviceError) -> DeviceSettings {
    guard let stamp = try? store.settingsStamp() else { return try store.settings() }
    if let known = state.withLock({ $0.settings[store.path] }), known.stamp == stamp {
      return known.settings
    }
    let settings = try store.settings()
    if stamp.isSettled {
      state.withLock { $0.settings[store.path] = Settings(stamp: stamp, settings: settings) }
    }
    return settings
  }

  /// Whether this host has looked for what dead hosts left on a device, and has now.
  func notesCollection(of store: DeviceStore) -> Bool {
    state.withLock { !$0.collected.insert(store.path).inserted }
  }

  private func known(_ place: Place) -> Device? {
    guard let known = state.withLock({ $0.devices[place] }) else { return nil }
    guard Self.stamps(of: known.store) == known.stamps else {
      state.withLock { $0.devices[place] = nil }
      return nil
    }
    return known
  }

  /// The folders by whose entries a device's own are found; nil when they cannot be looked at.
  private static func stamps(of store: DeviceStore) -> [FileStamp]? {
    try? [
      FileStamp(of: store.root, followingLinks: true),
      FileStamp(of: store.path, followingLinks: true),
    ]
  }

  /// Where compiled filters are kept; without it each process compiles its own.
  private static func filters(_ store: DeviceStore) -> FilterCache? {
    do throws(SystemError) {
      return try FilterCache(path: store.root + "/filters")
    } catch {
      // A state folder that others may write to, or a full disk: compiling is only slower.
      return nil
    }
  }
}
