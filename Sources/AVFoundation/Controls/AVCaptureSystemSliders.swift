// SPDX-License-Identifier: MIT

import Dispatch
public import Foundation
import LockhostWire
import Synchronization

/// The system's own control for a camera's zoom, which it also carries out.
public final class AVCaptureSystemZoomSlider: AVCaptureControl, @unchecked Sendable {
  // Unchecked because its superclass is; all stored properties are constant.

  private let device: AVCaptureDevice
  private let action: (@MainActor @Sendable (CGFloat) -> Void)?

  /// Makes a zoom control.
  public init(device: AVCaptureDevice) {
    self.device = device
    action = nil
    super.init()
  }

  /// Makes a zoom control.
  ///
  /// - Parameter action: Called on the main thread, after the camera was set.
  public init(device: AVCaptureDevice, action: @escaping @MainActor @Sendable (CGFloat) -> Void) {
    self.device = device
    self.action = action
    super.init()
  }

  override var wireForm: CaptureControl? {
    CaptureControl(
      id: id, kind: .slider, title: "Zoom", symbol: "plus.magnifyingglass", enabled: isEnabled,
      minimum: Double(device.minAvailableVideoZoomFactor),
      maximum: Double(device.maxAvailableVideoZoomFactor), step: 0,
      value: Double(device.videoZoomFactor))
  }

  override func take(_ value: Double) {
    let factor = min(
      max(CGFloat(value), device.minAvailableVideoZoomFactor), device.maxAvailableVideoZoomFactor)
    device.configureAsSystem { $0.videoZoomFactor = factor }
    DispatchQueue.main.async { [action] in action?(factor) }
  }
}

/// The system's own control for a camera's exposure bias, which it also carries out.
public final class AVCaptureSystemExposureBiasSlider: AVCaptureControl, @unchecked Sendable {
  // Unchecked because its superclass is; all stored properties are constant.

  private let device: AVCaptureDevice
  private let action: (@MainActor @Sendable (CGFloat) -> Void)?

  /// Makes an exposure control.
  public init(device: AVCaptureDevice) {
    self.device = device
    action = nil
    super.init()
  }

  /// Makes an exposure control.
  ///
  /// - Parameter action: Called on the main thread, after the camera was set.
  public init(device: AVCaptureDevice, action: @escaping @MainActor @Sendable (CGFloat) -> Void) {
    self.device = device
    self.action = action
    super.init()
  }

  override var wireForm: CaptureControl? {
    CaptureControl(
      id: id, kind: .slider, title: "Exposure", symbol: "plusminus", enabled: isEnabled,
      minimum: Double(device.minExposureTargetBias), maximum: Double(device.maxExposureTargetBias),
      step: 0, value: Double(device.exposureTargetBias))
  }

  override func take(_ value: Double) {
    let bias = min(
      max(Float(value), device.minExposureTargetBias), device.maxExposureTargetBias)
    device.configureAsSystem { $0.setExposureTargetBias(bias) }
    DispatchQueue.main.async { [action] in action?(CGFloat(bias)) }
  }
}

extension AVCaptureDevice {
  /// Sets the camera as the system does, which needs nobody's lock but its own.
  fileprivate func configureAsSystem(_ body: (AVCaptureDevice) -> Void) {
    unit.settings.withLock { $0.lockDepth += 1 }
    body(self)
    unit.settings.withLock { $0.lockDepth -= 1 }
  }
}
