// SPDX-License-Identifier: MIT

/// A place on the device that holds one control, or several.
public enum ControlSlot: String, CaseIterable, Codable, Hashable, Sendable {
  /// At the left of the lock screen.
  case lockScreenLeft = "lock-screen-left"
  /// At the right of the lock screen.
  case lockScreenRight = "lock-screen-right"
  /// In Control Center, which holds any number.
  case controlCenter = "control-center"
  /// The Action button.
  case actionButton = "action-button"

  /// The entry point at which a control in this place is pressed.
  public var entryPoint: EntryPoint {
    switch self {
    case .lockScreenLeft, .lockScreenRight: .lockScreen
    case .controlCenter: .controlCenter
    case .actionButton: .actionButton
    }
  }

  /// The place in words, for a sentence.
  public var title: String {
    switch self {
    case .lockScreenLeft: "the left of the lock screen"
    case .lockScreenRight: "the right of the lock screen"
    case .controlCenter: "Control Center"
    case .actionButton: "the Action button"
    }
  }
}

/// Which controls stand where on a device.
public struct ControlSlots: Codable, Hashable, Sendable {
  /// The most controls that Control Center holds.
  public static let controlCenterLimit = 32

  /// What stands in each place, in order; one at most outside of Control Center.
  public private(set) var places: [String: [ControlReference]] = [:]

  /// Creates places that hold nothing.
  public init() {}

  /// What stands in a place.
  public subscript(slot: ControlSlot) -> [ControlReference] { places[slot.rawValue] ?? [] }

  /// Puts a control into a place: in Control Center beside the others, elsewhere in place of what was
  /// there.
  ///
  /// - Returns: False when Control Center is full.
  public mutating func assign(_ control: ControlReference, to slot: ControlSlot) -> Bool {
    guard slot == .controlCenter else {
      places[slot.rawValue] = [control]
      return true
    }
    let there = self[slot]
    guard !there.contains(control) else { return true }
    guard there.count < Self.controlCenterLimit else { return false }
    places[slot.rawValue] = there + [control]
    return true
  }

  /// Empties a place.
  public mutating func clear(_ slot: ControlSlot) { places[slot.rawValue] = nil }

  /// Takes an app's controls out of every place.
  public mutating func remove(application: String) {
    places = places.mapValues { $0.filter { $0.application != application } }
      .filter { !$0.value.isEmpty }
  }
}
