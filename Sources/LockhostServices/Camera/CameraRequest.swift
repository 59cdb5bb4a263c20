// SPDX-License-Identifier: MIT

package import LockhostWire

/// What a guest wants of a camera.
package struct CameraRequest: Hashable, Sendable {
  /// The camera.
  package let device: CameraDevice
  /// What its session is connected to.
  package let outputs: Set<CameraStart.Output>
  /// Pixels across.
  package let width: Int
  /// Pixels down.
  package let height: Int
  /// Frames a second.
  package let frameRate: Double
  /// Whether the guest wants to see frames.
  package let deliversFrames: Bool

  /// Makes a request that a camera can fulfil.
  ///
  /// - Returns: `nil` for a size or a rate that is out of `CameraFormatLimits`.
  package init?(
    device: CameraDevice, outputs: Set<CameraStart.Output>, width: Int, height: Int,
    frameRate: Double, deliversFrames: Bool
  ) {
    let sides = CameraFormatLimits.minimumSide...
    guard sides.contains(width), sides.contains(height),
      width <= CameraFormatLimits.maximumWidth, height <= CameraFormatLimits.maximumHeight,
      width * height <= CameraFormatLimits.maximumPixels,
      frameRate >= CameraFormatLimits.minimumRate,
      frameRate <= Double(CameraFormatLimits.maximumRate)
    else { return nil }
    self.device = device
    self.outputs = outputs
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.deliversFrames = deliversFrames
  }
}
