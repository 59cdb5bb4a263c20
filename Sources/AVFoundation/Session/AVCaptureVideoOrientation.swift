// SPDX-License-Identifier: MIT

import Foundation
import LockhostWire

/// Which way up pictures are; `videoRotationAngle` replaced it in iOS 17, and much code has it still.
public enum AVCaptureVideoOrientation: Int, Sendable {
  /// The home button at the bottom.
  case portrait = 1
  /// The home button at the top.
  case portraitUpsideDown = 2
  /// The home button on the right.
  case landscapeRight = 3
  /// The home button on the left.
  case landscapeLeft = 4

  /// How far it is from a portrait, in degrees clockwise.
  fileprivate var turn: Int {
    switch self {
    case .portrait: 0
    case .landscapeLeft: 90
    case .portraitUpsideDown: 180
    case .landscapeRight: 270
    }
  }
}

extension AVCaptureConnection {
  /// Whether pictures can be turned.
  public var isVideoOrientationSupported: Bool { isVideoRotationAngleSupported(90) }

  /// Which way up pictures are; a portrait is the camera's own mounting turned level.
  public var videoOrientation: AVCaptureVideoOrientation {
    get {
      let turn = (Int(videoRotationAngle) - mounting + 360) % 360
      return [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight][turn / 90]
    }
    set { videoRotationAngle = CGFloat((mounting + newValue.turn) % 360) }
  }

  private var mounting: Int {
    inputPorts.lazy.compactMap {
      ($0.input as? AVCaptureDeviceInput)?.device.unit.camera.sensorAngle
    }
    .first ?? 0
  }
}
