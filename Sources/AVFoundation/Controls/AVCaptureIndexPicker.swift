// SPDX-License-Identifier: MIT

public import Dispatch
import Foundation
import LockhostGuest
import LockhostWire
import Synchronization

/// A control with which a person chooses one of a list.
public final class AVCaptureIndexPicker: AVCaptureControl, @unchecked Sendable {
  // Unchecked because its superclass is; what can change is in a mutex.

  private struct State {
    var index = 0
    var accessibilityIdentifier: String?
  }

  /// What the control is called.
  public let localizedTitle: String
  /// The name of its symbol.
  public let symbolName: String
  /// How long the list is.
  public let numberOfIndexes: Int
  private let titles: [String]
  private let state = Mutex(State())
  private let action = ControlAction<Int>()

  private init(title: String, symbolName: String, count: Int, titles: [String]) {
    guard count > 0 else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureIndexPicker initWithLocalizedTitle:symbolName:numberOfIndexes:] "
          + "numberOfIndexes must be greater than 0")
    }
    localizedTitle = title
    self.symbolName = symbolName
    numberOfIndexes = count
    self.titles = titles
    super.init()
  }

  /// Makes a picker of so many items, which are called by their numbers.
  public convenience init(_ localizedTitle: String, symbolName: String, numberOfIndexes: Int) {
    self.init(
      title: localizedTitle, symbolName: symbolName, count: numberOfIndexes,
      titles: (0..<max(0, numberOfIndexes)).map { "\($0)" })
  }

  /// Makes a picker of so many items, which a closure names.
  public convenience init(
    _ localizedTitle: String, symbolName: String, numberOfIndexes: Int,
    localizedTitleTransform: @escaping (Int) -> String
  ) {
    self.init(
      title: localizedTitle, symbolName: symbolName, count: numberOfIndexes,
      titles: (0..<max(0, numberOfIndexes)).map(localizedTitleTransform))
  }

  /// Makes a picker of named items.
  public convenience init(
    _ localizedTitle: String, symbolName: String, localizedIndexTitles: [String]
  ) {
    self.init(
      title: localizedTitle, symbolName: symbolName, count: localizedIndexTitles.count,
      titles: localizedIndexTitles)
  }

  /// What the items are called.
  public var localizedIndexTitles: [String] { titles }

  /// Which item is chosen; one that is not in the list ends the process, as on iOS.
  public var selectedIndex: Int {
    get { state.withLock { $0.index } }
    set {
      guard (0..<numberOfIndexes).contains(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureIndexPicker setSelectedIndex:] \(newValue) is out of range "
            + "[0, \(numberOfIndexes - 1)]")
      }
      state.withLock { $0.index = newValue }
      didChange()
    }
  }

  /// Identifies the control in tests of a user interface.
  public var accessibilityIdentifier: String? {
    get { state.withLock { $0.accessibilityIdentifier } }
    set { state.withLock { $0.accessibilityIdentifier = newValue } }
  }

  /// Sets what happens when a person has chosen an item.
  ///
  /// - Parameter actionQueue: A serial queue, on which the action runs.
  public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Int) -> Void) {
    self.action.set(actionQueue, action)
  }

  override var wireForm: CaptureControl? {
    CaptureControl(
      id: id, kind: .picker, title: localizedTitle, symbol: symbolName, enabled: isEnabled,
      minimum: 0, maximum: Double(numberOfIndexes - 1), step: 1, value: Double(selectedIndex),
      items: Array(titles.prefix(WireLimits.captureControlItems)))
  }

  override func take(_ value: Double) {
    let index = min(max(Int(value.rounded()), 0), numberOfIndexes - 1)
    state.withLock { $0.index = index }
    action.run(index)
  }
}
