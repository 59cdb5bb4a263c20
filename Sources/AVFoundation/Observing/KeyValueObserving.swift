// SPDX-License-Identifier: MIT

/// What can be observed: sessions, cameras, rotation coordinators and photo outputs.
///
/// The underscore is Apple's. On iOS every object can be observed; here those whose values the SDK
/// itself changes.
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension _KeyValueCodingAndObserving {
  /// Observes a value.
  ///
  /// - Parameters:
  ///   - keyPath: The value; of an object that is no part of this module, nothing is ever told.
  ///   - options: What the handler gets.
  ///   - changeHandler: Called after each change, on the thread that made it, which can be any.
  /// - Returns: Hold it as long as changes are wanted.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let value = ObservedValue(self, keyPath, options, changeHandler)
    let observed = self as? any KeyValueObserved
    let end = observed?.observers.add(value)
    observed?.observationBegan()
    return NSKeyValueObservation { end?() }
  }
}

extension AVCaptureSession: _KeyValueCodingAndObserving, KeyValueObserved {}

extension AVCaptureDevice: _KeyValueCodingAndObserving, KeyValueObserved {
  // Every object of a camera stands for the same one.
  var observers: KeyValueObservers { unit.observers }
  func observationBegan() { unit.followMotion() }
}

extension AVCaptureDevice.RotationCoordinator: _KeyValueCodingAndObserving, KeyValueObserved {}
