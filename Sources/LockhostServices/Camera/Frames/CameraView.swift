// SPDX-License-Identifier: MIT

import Glibc
package import LockhostSystem
package import LockhostWire

/// What a camera's settings do to a picture at one moment.
package struct CameraView: Hashable, Sendable {
  /// How far the picture is enlarged; 1 is not at all.
  package var zoom: Double
  /// How much brighter the picture is than its source, in stops.
  package var stops: Double

  /// The picture as it is.
  package static let plain = CameraView(zoom: 1, stops: 0)

  /// How much a fully lit torch or a fired flash adds, in stops.
  package static let lampStops = 1.0

  /// Makes a view.
  package init(zoom: Double, stops: Double) {
    self.zoom = zoom
    self.stops = stops
  }

  /// What settings do on a camera, which keeps them within what it has.
  package init(_ controls: CameraControls, on device: CameraDevice, at now: MonotonicInstant) {
    let factor = controls.zoom.factor(atNanoseconds: now.nanoseconds)
    zoom = min(max(factor, device.minimumZoom), device.maximumZoom)
    stops =
      Self.bias(controls, on: device)
      + (device.hasTorch ? controls.torchLevel * Self.lampStops : 0)
  }

  /// The exposure bias of settings on a camera.
  static func bias(_ controls: CameraControls, on device: CameraDevice) -> Double {
    min(max(controls.exposureBias, device.minimumExposureBias), device.maximumExposureBias)
  }
}

/// How each of the 256 levels of a channel changes with the exposure.
struct ExposureTable {
  private let levels: [UInt8]

  /// Makes the table of so many stops: twice the light for each.
  ///
  /// Light doubles in linear space, which sRGB's 256 levels are not; a power of 2.2 stands for its
  /// curve.
  init(stops: Double) {
    levels = (0...255).map { level in
      let light = pow(Double(level) / 255, 2.2) * exp2(stops)
      return UInt8((min(1, pow(light, 1 / 2.2)) * 255).rounded())
    }
  }

  /// The pixel as it is exposed.
  func expose(_ pixel: UInt32) -> UInt32 {
    unsafe levels.withUnsafeBufferPointer { unsafe Self.expose(pixel, $0) }
  }

  /// Exposes pixels in place.
  func expose(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    unsafe levels.withUnsafeBufferPointer { levels in
      for index in pixels.indices {
        unsafe pixels[index] = unsafe Self.expose(pixels[index], levels)
      }
    }
  }

  private static func expose(
    _ pixel: UInt32, _ levels: UnsafeBufferPointer<UInt8>
  ) -> UInt32 {
    unsafe pixel & 0xFF00_0000 | UInt32(levels[Int(pixel >> 16 & 0xFF)]) << 16
      | UInt32(levels[Int(pixel >> 8 & 0xFF)]) << 8 | UInt32(levels[Int(pixel & 0xFF)])
  }
}

extension BGRAImage {
  /// The picture with more or less light.
  func exposed(stops: Double) -> BGRAImage {
    guard stops != 0 else { return self }
    var image = self
    let table = ExposureTable(stops: stops)
    unsafe image.withMutablePixels { unsafe table.expose($0) }
    return image
  }

  /// The middle of the picture, enlarged to the picture's size.
  func zoomed(_ factor: Double) -> BGRAImage {
    factor == 1 ? self : filling(width: width, height: height, zoom: factor)
  }
}
