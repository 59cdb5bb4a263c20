// SPDX-License-Identifier: MIT

import Foundation
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

  /// The level that is always possible.
  public static let maxAvailableTorchLevel: Float = 1

  /// Whether the camera has a flash.
  public var hasFlash: Bool { unit.camera.hasFlash }
  /// Whether the flash can be used now.
  public var isFlashAvailable: Bool { hasFlash }
  /// Whether the camera has a torch.
  public var hasTorch: Bool { unit.camera.hasTorch }
  /// Whether the torch can be used now.
  public var isTorchAvailable: Bool { hasTorch }
  /// Whether the torch is lit.
  public var isTorchActive: Bool { torchLevel > 0 }
  /// How bright the torch is, 0 to 1.
  public var torchLevel: Float { Float(unit.controls.torchLevel) }

  /// Whether the torch can be in a mode.
  ///
  /// `.auto` can be set and leaves it dark: the simulated scene is always metered well.
  public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { hasTorch || torchMode == .off }

  /// When the torch is lit; setting it needs the lock.
  public var torchMode: TorchMode {
    get { unit.settings.withLock { $0.torchMode } }
    set {
      guard isTorchModeSupported(newValue) else {
        UncaughtException.invalidArgument.raise(
          "*** -[AVCaptureDevice setTorchMode:] Not supported - use isTorchModeSupported:")
      }
      changeControls("setTorchMode:") { settings in
        settings.torchMode = newValue
        settings.torchLevel = newValue == .on ? 1 : 0
      }
    }
  }

  /// Lights the torch; needs the lock.
  ///
  /// - Parameter torchLevel: More than 0, at most 1; else the process ends, as on iOS.
  public func setTorchModeOn(level torchLevel: Float) throws {
    guard hasTorch else {
      UncaughtException.invalidArgument.raise(
        "*** -[AVCaptureDevice setTorchModeOnWithLevel:error:] Not supported - use hasTorch")
    }
    guard torchLevel > 0, torchLevel <= Self.maxAvailableTorchLevel else {
      UncaughtException.range.raise(
        "*** -[AVCaptureDevice setTorchModeOnWithLevel:error:] - torchLevel \(torchLevel) is out of "
          + "range (0, 1]")
    }
    changeControls("setTorchModeOnWithLevel:error:") { settings in
      settings.torchMode = .on
      settings.torchLevel = Double(torchLevel)
    }
  }
}
