// SPDX-License-Identifier: MIT

import LockhostGuest
import LockhostWire
import Synchronization

extension AVCaptureDevice {
  /// When the flash fires.
  public enum FlashMode: Int, Sendable {
    /// Never.
    case off = 0
    /// Always.
    case on = 1
    /// When it is dark.
    case auto = 2
  }

  /// When the torch is lit.
  public enum TorchMode: Int, Sendable {
    /// Never.
    case off = 0
    /// Always.
    case on = 1
    /// When it is dark.
    case auto = 2
  }

  /// Whether the camera has a flash.
  public var hasFlash: Bool { unit.camera.hasFlash }
  /// Whether the flash can be used now.
  public var isFlashAvailable: Bool { hasFlash }
  /// Whether the camera has a torch.
  public var hasTorch: Bool { unit.camera.hasTorch }
  /// Whether the torch can be used now.
  public var isTorchAvailable: Bool { hasTorch }
  /// Whether the torch is lit.
  public var isTorchActive: Bool { torchMode == .on }
  /// How bright the torch is, 0 to 1.
  public var torchLevel: Float { isTorchActive ? 1 : 0 }

  /// Whether the torch can be in a mode.
  public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { hasTorch || torchMode == .off }

  /// When the torch is lit; setting it needs the lock.
  public var torchMode: TorchMode {
    get { unit.settings.withLock { $0.torchMode } }
    set {
      guard isTorchModeSupported(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setTorchMode:] Not supported - use isTorchModeSupported:")
      }
      change("setTorchMode:") { $0.torchMode = newValue }
    }
  }
}
