// SPDX-License-Identifier: MIT

/// One control of the camera button's overlay.
public struct CaptureControl: Codable, Hashable, Sendable {
  /// What can be set with it.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Any value of a range.
    case slider
    /// One of a list.
    case picker
  }

  /// Identifies the control in its process.
  public let id: Int
  /// What can be set with it.
  public let kind: Kind
  /// What it is called.
  public let title: String
  /// The name of its symbol.
  public let symbol: String
  /// Whether it can be set now.
  public let enabled: Bool
  /// The lowest value; 0 for a picker.
  public let minimum: Double
  /// The highest value; the last index for a picker.
  public let maximum: Double
  /// The distance between two values; 0 for any value.
  public let step: Double
  /// The value now.
  public let value: Double
  /// What a picker's values are called.
  public let items: [String]

  /// Makes the value from its fields.
  public init(
    id: Int, kind: Kind, title: String, symbol: String, enabled: Bool, minimum: Double,
    maximum: Double, step: Double, value: Double, items: [String] = []
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.symbol = symbol
    self.enabled = enabled
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.value = value
    self.items = items
  }
}

/// All controls of the guest's running session; sent again at each change.
public struct CaptureControlsRegister: JSONBody, Hashable {
  /// The controls in their order; none when the session has no delegate for them.
  public let controls: [CaptureControl]

  /// Makes the value from its fields.
  public init(controls: [CaptureControl]) {
    self.controls = controls
  }

  /// Checks the number of controls, their names and their numbers.
  public func validate() throws(WireError) {
    guard controls.count <= WireLimits.captureControls else {
      throw .value(
        field: "controls", reason: "\(controls.count) are more than \(WireLimits.captureControls)")
    }
    for control in controls {
      let numbers = [control.minimum, control.maximum, control.step, control.value]
      guard numbers.allSatisfy(\.isFinite), control.minimum <= control.maximum, control.step >= 0
      else { throw .value(field: "controls", reason: "a range that is none") }
      guard control.items.count <= WireLimits.captureControlItems else {
        throw .value(field: "items", reason: "more than \(WireLimits.captureControlItems)")
      }
    }
  }
}

/// What the person does with the camera button's overlay.
public struct CaptureControlEvent: JSONBody, Hashable {
  /// What happened.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The controls can be used now.
    case active
    /// The overlay is about to fill the screen's edge.
    case fullscreen
    /// The overlay is about to be small again.
    case compact
    /// The controls cannot be used any more.
    case inactive
    /// A control was set.
    case value
  }

  /// What happened.
  public let kind: Kind
  /// Which control, when it is about one.
  public let id: Int?
  /// Its new value.
  public let value: Double?

  /// Makes the value from its fields.
  public init(kind: Kind, id: Int? = nil, value: Double? = nil) {
    self.kind = kind
    self.id = id
    self.value = value
  }
}
