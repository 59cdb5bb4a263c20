// SPDX-License-Identifier: MIT

public import Foundation
import Synchronization

extension AVCaptureVideoPreviewLayer {
  /// Where the layer lies in what is around it; its size is that of `bounds`.
  ///
  /// There is no layer tree here that would set it: a program does, with the size that it is shown in.
  public var frame: CGRect {
    get { settings.withLock { $0.frame } }
    set { settings.withLock { $0.frame = newValue } }
  }

  /// The layer in its own coordinates; setting it sets the size of `frame`.
  public var bounds: CGRect {
    get { CGRect(origin: CGPoint(), size: frame.size) }
    set { settings.withLock { $0.frame.size = newValue.size } }
  }

  /// The point on the sensor under a point of the layer, as `focusPointOfInterest` wants it.
  public func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
    geometry.devicePoint(of: pointInLayer)
  }

  /// The point of the layer over a point on the sensor.
  public func layerPointConverted(
    fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint
  ) -> CGPoint {
    geometry.layerPoint(of: captureDevicePointOfInterest)
  }

  /// The part of the sensor under a part of the layer.
  public func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
    Self.rectangle(rectInLayerCoordinates, through: geometry.devicePoint(of:))
  }

  /// The part of the layer over a part of the sensor.
  public func layerRectConverted(
    fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect
  ) -> CGRect {
    Self.rectangle(rectInMetadataOutputCoordinates, through: geometry.layerPoint(of:))
  }

  private static func rectangle(_ rect: CGRect, through move: (CGPoint) -> CGPoint) -> CGRect {
    let first = move(CGPoint(x: rect.minX, y: rect.minY))
    let second = move(CGPoint(x: rect.maxX, y: rect.maxY))
    return CGRect(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
      height: abs(first.y - second.y))
  }

  private var geometry: PreviewGeometry {
    let way = connection
    let device = way?.inputPorts.lazy.compactMap { ($0.input as? AVCaptureDeviceInput)?.device }
      .first
    let size = device?.activeFormat.formatDescription.dimensions
    return PreviewGeometry(
      bounds: bounds, gravity: videoGravity,
      picture: size.map { CGSize(width: Int($0.width), height: Int($0.height)) },
      rotationAngle: way.map { Int($0.videoRotationAngle) } ?? 0,
      isMirrored: way?.isVideoMirrored ?? false)
  }
}
