// SPDX-License-Identifier: MIT

public import AVFoundation
public import Foundation
import Synchronization

extension CameraController {
  // MARK: Focus and exposure

  /// Focuses on a point and exposes for it, as far as the camera can.
  ///
  /// - Parameter point: From 0, 0 at the sensor's upper left to 1, 1, as
  ///   `AVCaptureVideoPreviewLayer` converts a tap.
  /// - Returns: Whether the camera can do any of it.
  @discardableResult
  public func focusAndExpose(at point: CGPoint) async -> Bool {
    await onQueue {
      guard let device = self.device, (try? device.lockForConfiguration()) != nil else {
        return false
      }
      defer { device.unlockForConfiguration() }
      let canFocus =
        device.isFocusPointOfInterestSupported && device.isFocusModeSupported(.autoFocus)
      if canFocus {
        device.focusPointOfInterest = point
        device.focusMode = .autoFocus
      }
      let canExpose =
        device.isExposurePointOfInterestSupported && device.isExposureModeSupported(.autoExpose)
      if canExpose {
        device.exposurePointOfInterest = point
        device.exposureMode = .autoExpose
      }
      return canFocus || canExpose
    }
  }

  /// The camera in use, nil before the start and for a source that is none.
  public var device: AVCaptureDevice? { state.withLock { $0.input }?.device }

  // MARK: Flash

  /// When the flash fires for the next photo.
  public var flashMode: AVCaptureDevice.FlashMode { state.withLock { $0.flashMode } }

  /// Sets when the flash fires for the next photo.
  ///
  /// - Returns: What it is now: `.off` for a camera without a flash.
  @discardableResult
  public func setFlashMode(_ mode: AVCaptureDevice.FlashMode) -> AVCaptureDevice.FlashMode {
    let device = device
    return state.withLock { state in
      state.flashMode = device.map { Self.supported(mode, by: $0) } ?? mode
      return state.flashMode
    }
  }

  /// Goes on to the next flash mode: off, automatic, on, and off again; what the camera cannot do is
  /// passed over.
  ///
  /// - Returns: What it is now.
  @discardableResult
  public func cycleFlashMode() -> AVCaptureDevice.FlashMode {
    let order: [AVCaptureDevice.FlashMode] = [.off, .auto, .on]
    let supported = device == nil ? order : photoOutput.supportedFlashModes
    let modes = order.filter(supported.contains)
    return state.withLock { state in
      let index = modes.firstIndex(of: state.flashMode) ?? -1
      state.flashMode = modes.isEmpty ? .off : modes[(index + 1) % modes.count]
      return state.flashMode
    }
  }

  // MARK: Position

  /// Where the camera in use looks.
  public var position: AVCaptureDevice.Position { state.withLock { $0.position } }

  /// Sets who hears of a change of the camera.
  ///
  /// Both are called on a queue of the controller's: the first before the old camera stops, the second
  /// when the new one runs, or when the old one does again because the new one could not be had. They
  /// come in pairs, and no pair begins before the one before it has ended.
  ///
  /// - Parameters:
  ///   - willChange: With the position that the change goes to.
  ///   - didChange: With the position that the camera now has.
  public func onPositionChange(
    will willChange: (@Sendable (AVCaptureDevice.Position) -> Void)?,
    did didChange: (@Sendable (AVCaptureDevice.Position) -> Void)?
  ) {
    state.withLock { state in
      state.willChange = willChange
      state.didChange = didChange
    }
  }

  /// Goes on to the next camera: from the back to the front, and back again.
  ///
  /// Where there is only one, or another change is under way, nothing happens and nobody hears of it.
  ///
  /// - Returns: Whether the camera is another one now.
  @discardableResult
  public func cyclePosition() async -> Bool {
    let isFree = state.withLock { state -> Bool in
      guard !state.isChangingPosition else { return false }
      state.isChangingPosition = true
      return true
    }
    guard isFree else { return false }
    defer { state.withLock { $0.isChangingPosition = false } }
    let next: AVCaptureDevice.Position = position == .back ? .front : .back
    guard device != nil, let found = Self.camera(at: next),
      let input = try? AVCaptureDeviceInput(device: found)
    else { return false }
    return await onQueue { self.change(to: input, at: next) }
  }

  private func change(to input: AVCaptureDeviceInput, at next: AVCaptureDevice.Position) -> Bool {
    let (old, willChange, didChange) = state.withLock { ($0.input, $0.willChange, $0.didChange) }
    guard let old else { return false }
    willChange?(next)
    session.beginConfiguration()
    session.removeInput(old)
    let canChange = session.canAddInput(input)
    session.addInput(canChange ? input : old)
    session.commitConfiguration()
    if canChange {
      state.withLock { state in
        state.input = input
        state.position = next
        state.flashMode = Self.supported(state.flashMode, by: input.device)
      }
    }
    didChange?(self.position)
    return canChange
  }
}
