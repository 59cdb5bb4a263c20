// SPDX-License-Identifier: MIT

public import Dispatch
import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// A control with which a person chooses a number.
public final class AVCaptureSlider: AVCaptureControl, @unchecked Sendable {
  // Unchecked because its superclass is; what can change is in a mutex.

  private struct State {
    var value: Float
    var format: String?
    var prominentValues: [Float] = []
    var accessibilityIdentifier: String?
  }

  /// What the control is called.
  public let localizedTitle: String
  /// The name of its symbol.
  public let symbolName: String
  private let range: ClosedRange<Float>
  private let step: Float
  private let values: [Float]
  private let state: Mutex<State>
  private let action = ControlAction<Float>()

  private init(
    title: String, symbolName: String, range: ClosedRange<Float>, step: Float, values: [Float]
  ) {
    localizedTitle = title
    self.symbolName = symbolName
    self.range = range
    self.step = step
    self.values = values
    state = Mutex(State(value: range.lowerBound))
    super.init()
  }

  /// Makes a slider of any number in a range.
  public convenience init(
    _ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>
  ) {
    self.init(title: localizedTitle, symbolName: symbolName, range: range, step: 0, values: [])
  }

  /// Makes a slider of numbers that are a step apart.
  public convenience init(
    _ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>, step: Float
  ) {
    guard step > 0, step <= range.upperBound - range.lowerBound else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureSlider initWithLocalizedTitle:symbolName:minValue:maxValue:step:] step must "
          + "be greater than 0 and not greater than the range")
    }
    self.init(title: localizedTitle, symbolName: symbolName, range: range, step: step, values: [])
  }

  /// Makes a slider of certain numbers.
  public convenience init(_ localizedTitle: String, symbolName: String, values: [Float]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureSlider initWithLocalizedTitle:symbolName:values:] values must not be empty")
    }
    self.init(
      title: localizedTitle, symbolName: symbolName, range: first...last, step: 0, values: sorted)
  }

  /// The number now; one outside of the range ends the process, as on iOS.
  public var value: Float {
    get { state.withLock { $0.value } }
    set {
      guard range.contains(newValue), values.isEmpty || values.contains(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureSlider setValue:] \(newValue) is not a value of the slider")
      }
      state.withLock { $0.value = newValue }
      didChange()
    }
  }

  /// How the number is written, with `%@` for it.
  public var localizedValueFormat: String? {
    get { state.withLock { $0.format } }
    set { state.withLock { $0.format = newValue } }
  }

  /// Numbers that stand out.
  public var prominentValues: [Float] {
    get { state.withLock { $0.prominentValues } }
    set { state.withLock { $0.prominentValues = newValue } }
  }

  /// Identifies the control in tests of a user interface.
  public var accessibilityIdentifier: String? {
    get { state.withLock { $0.accessibilityIdentifier } }
    set { state.withLock { $0.accessibilityIdentifier = newValue } }
  }

  /// Sets what happens when a person has chosen a number.
  ///
  /// - Parameter actionQueue: A serial queue, on which the action runs.
  public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Float) -> Void) {
    self.action.set(actionQueue, action)
  }

  override var wireForm: CaptureControl? {
    CaptureControl(
      id: id, kind: .slider, title: localizedTitle, symbol: symbolName, enabled: isEnabled,
      minimum: Double(range.lowerBound), maximum: Double(range.upperBound), step: Double(step),
      value: Double(value))
  }

  override func take(_ value: Double) {
    let chosen = nearest(to: Float(value))
    state.withLock { $0.value = chosen }
    action.run(chosen)
  }

  /// The nearest number that the slider can have.
  private func nearest(to value: Float) -> Float {
    let inRange = min(max(value, range.lowerBound), range.upperBound)
    if let listed = values.min(by: { abs($0 - inRange) < abs($1 - inRange) }) { return listed }
    guard step > 0 else { return inRange }
    let steps = ((inRange - range.lowerBound) / step).rounded()
    return min(range.lowerBound + steps * step, range.upperBound)
  }
}
