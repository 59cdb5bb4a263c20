// SPDX-License-Identifier: MIT

package import LockhostWire

/// What a guest wants of a camera.
package struct CameraRequest: Hashable, Sendable {
  /// The camera.
  package private(set) var device: CameraDevice
  /// What its session is connected to.
  package let outputs: Set<CameraStart.Output>
  /// Pixels across, of the sensor's frames.
  package let width: Int
  /// Pixels down, of the sensor's frames.
  package let height: Int
  /// Frames a second.
  package let frameRate: Double
  /// Whether the guest wants to see frames.
  package let deliversFrames: Bool
  /// How a frame's bytes are laid out.
  package let pixelFormat: FramePixelFormat
  /// How far frames are turned clockwise: 0, 90, 180 or 270.
  package let rotationAngle: Int
  /// Whether frames are mirrored; nil for the camera's own way.
  package let mirrored: Bool?

  /// Makes a request that a camera can fulfil.
  ///
  /// - Returns: `nil` for a size or a rate that is out of `CameraFormatLimits`, an angle that is no
  ///   quarter turn, or an odd size in a pixel format whose colours are shared by four pixels.
  package init?(
    device: CameraDevice, outputs: Set<CameraStart.Output>, width: Int, height: Int,
    frameRate: Double, deliversFrames: Bool, pixelFormat: FramePixelFormat = .bgra,
    rotationAngle: Int = 0, mirrored: Bool? = nil
  ) {
    guard CameraFormatLimits.allows(width: width, height: height),
      frameRate >= CameraFormatLimits.minimumRate,
      frameRate <= Double(CameraFormatLimits.maximumRate),
      [0, 90, 180, 270].contains(rotationAngle),
      pixelFormat == .bgra || (width % 2 == 0 && height % 2 == 0)
    else { return nil }
    self.device = device
    self.outputs = outputs
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.deliversFrames = deliversFrames
    self.pixelFormat = pixelFormat
    self.rotationAngle = rotationAngle
    self.mirrored = mirrored
  }

  /// The same of a device that is held turned.
  func held(_ turn: DeviceTurn) -> CameraRequest {
    var request = self
    request.device = device.held(turn)
    return request
  }

  /// The size of a delivered frame, after it was turned.
  package var frameSize: (width: Int, height: Int) {
    rotationAngle % 180 == 0 ? (width, height) : (height, width)
  }

  /// The distance between two rows of a delivered frame, in bytes.
  package var bytesPerRow: Int { frameSize.width * pixelFormat.bytesPerPixelOfRow }

  /// How many bytes a delivered frame has.
  package var frameBytes: Int { pixelFormat.bytes(width: width, height: height) }
}
