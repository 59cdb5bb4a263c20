// SPDX-License-Identifier: MIT

import Foundation

/// How a camera's picture lies in a preview: where a tap is on the sensor, and back.
///
/// A point on the sensor goes from 0, 0 at the upper left to 1, 1. The picture is turned clockwise,
/// then mirrored, then fitted to the layer.
struct PreviewGeometry: Hashable, Sendable {
  /// The layer, in its own coordinates.
  var bounds: CGRect
  /// How the picture fits the layer.
  var gravity: AVLayerVideoGravity
  /// The picture as the sensor has it; nil when there is none, and the layer is the picture.
  var picture: CGSize?
  /// How far it is turned clockwise: 0, 90, 180 or 270.
  var rotationAngle = 0
  /// Whether left and right are exchanged after that.
  var isMirrored = false

  /// Where the turned picture lies in the layer; more than the layer where edges are cut off.
  var shown: CGRect {
    guard let picture, gravity != .resize, picture.width > 0, picture.height > 0 else {
      return bounds
    }
    let isOnSide = rotationAngle % 180 != 0
    let (width, height) =
      isOnSide ? (picture.height, picture.width) : (picture.width, picture.height)
    let (across, down) = (bounds.width / width, bounds.height / height)
    let scale = gravity == .resizeAspectFill ? max(across, down) : min(across, down)
    let size = CGSize(width: width * scale, height: height * scale)
    return CGRect(
      x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2, width: size.width,
      height: size.height)
  }

  /// The place on the sensor of a place in the layer; 0, 0 when the layer is empty.
  func devicePoint(of point: CGPoint) -> CGPoint {
    let shown = shown
    guard shown.width > 0, shown.height > 0 else { return CGPoint() }
    let across = (point.x - shown.minX) / shown.width
    let (x, y) = (isMirrored ? 1 - across : across, (point.y - shown.minY) / shown.height)
    return switch rotationAngle {
    case 90: CGPoint(x: y, y: 1 - x)
    case 180: CGPoint(x: 1 - x, y: 1 - y)
    case 270: CGPoint(x: 1 - y, y: x)
    default: CGPoint(x: x, y: y)
    }
  }

  /// The place in the layer of a place on the sensor.
  func layerPoint(of point: CGPoint) -> CGPoint {
    let turned =
      switch rotationAngle {
      case 90: CGPoint(x: 1 - point.y, y: point.x)
      case 180: CGPoint(x: 1 - point.x, y: 1 - point.y)
      case 270: CGPoint(x: point.y, y: 1 - point.x)
      default: point
      }
    let shown = shown
    return CGPoint(
      x: shown.minX + (isMirrored ? 1 - turned.x : turned.x) * shown.width,
      y: shown.minY + turned.y * shown.height)
  }
}
