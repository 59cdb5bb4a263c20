// SPDX-License-Identifier: MIT

import Dispatch
public import Foundation
import LockhostWire
import Synchronization

/// The system's own control for a camera's zoom, which it also carries out.
public final class AVCaptureSystemZoomSlider: AVCaptureControl, @unchecked Sendable {
  // Unchecked because its superclass is; all stored properties are constant.

  private let slider: SystemSlider

  private init(_ slider: SystemSlider) {
    self.slider = slider
    super.init()
  }

  /// Makes a zoom control.
  public convenience init(device: AVCaptureDevice) {
    self.init(SystemSlider(device: device, action: nil))
  }

  /// Makes a zoom control.
  ///
  /// - Parameter action: Called on the main thread, after the camera was set.
  public convenience init(
    device: AVCaptureDevice, action: @escaping @MainActor @Sendable (CGFloat) -> Void
  ) {
    self.init(SystemSlider(device: device, action: action))
  }

  override var wireForm: CaptureControl? {
    slider.wireForm(
      id: id, title: "Zoom", symbol: "plus.magnifyingglass", isEnabled: isEnabled, range: range,
      value: slider.device.videoZoomFactor)
  }

  override func take(_ value: Double) {
    slider.set(value, within: range) { $0.videoZoomFactor = $1 }
  }

  private var range: ClosedRange<CGFloat> {
    slider.device.minAvailableVideoZoomFactor...slider.device.maxAvailableVideoZoomFactor
  }
}

/// The system's own control for a camera's exposure bias, which it also carries out.
public final class AVCaptureSystemExposureBiasSlider: AVCaptureControl, @unchecked Sendable {
  // Unchecked because its superclass is; all stored properties are constant.

  private let slider: SystemSlider

  private init(_ slider: SystemSlider) {
    self.slider = slider
    super.init()
  }

  /// Makes an exposure control.
  public convenience init(device: AVCaptureDevice) {
    self.init(SystemSlider(device: device, action: nil))
  }

  /// Makes an exposure control.
  ///
  /// - Parameter action: Called on the main thread, after the camera was set.
  public convenience init(
    device: AVCaptureDevice, action: @escaping @MainActor @Sendable (CGFloat) -> Void
  ) {
    self.init(SystemSlider(device: device, action: action))
  }

  override var wireForm: CaptureControl? {
    slider.wireForm(
      id: id, title: "Exposure", symbol: "plusminus", isEnabled: isEnabled, range: range,
      value: CGFloat(slider.device.exposureTargetBias))
  }

  override func take(_ value: Double) {
    slider.set(value, within: range) { $0.setExposureTargetBias(Float($1)) }
  }

  private var range: ClosedRange<CGFloat> {
    let device = slider.device
    return CGFloat(device.minExposureTargetBias)...CGFloat(device.maxExposureTargetBias)
  }
}

/// What the system's own sliders do alike: show one number of a camera, set it, and say so.
///
/// No class above them: it would have to be public, and Apple has none there.
private struct SystemSlider: Sendable {
  /// The camera that is set.
  let device: AVCaptureDevice
  /// Told on the main thread, after the camera was set.
  let action: (@MainActor @Sendable (CGFloat) -> Void)?

  /// How the host shows it.
  func wireForm(
    id: Int, title: String, symbol: String, isEnabled: Bool, range: ClosedRange<CGFloat>,
    value: CGFloat
  ) -> CaptureControl {
    CaptureControl(
      id: id, kind: .slider, title: title, symbol: symbol, enabled: isEnabled,
      minimum: Double(range.lowerBound), maximum: Double(range.upperBound), step: 0,
      value: Double(value))
  }

  /// Sets the camera as the system does, which needs nobody's lock but its own.
  func set(
    _ value: Double, within range: ClosedRange<CGFloat>, by body: (AVCaptureDevice, CGFloat) -> Void
  ) {
    let chosen = min(max(CGFloat(value), range.lowerBound), range.upperBound)
    device.unit.settings.withLock { $0.lockDepth += 1 }
    body(device, chosen)
    device.unit.settings.withLock { $0.lockDepth -= 1 }
    DispatchQueue.main.async { [action] in action?(chosen) }
  }
}
