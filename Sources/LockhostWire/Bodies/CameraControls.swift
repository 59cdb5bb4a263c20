// SPDX-License-Identifier: MIT

/// How a camera is set while it runs; always the whole state.
public struct CameraControls: Codable, Hashable, Sendable {
  /// How far the picture is enlarged.
  public let zoom: CameraZoom
  /// How much brighter than metered, in stops.
  public let exposureBias: Double
  /// How bright the torch shines, 0 for not at all, to 1.
  public let torchLevel: Double

  /// Makes the value from its fields.
  public init(zoom: CameraZoom = CameraZoom(), exposureBias: Double = 0, torchLevel: Double = 0) {
    self.zoom = zoom
    self.exposureBias = exposureBias
    self.torchLevel = torchLevel
  }

  /// Checks that every number is one, and in the widest range that any camera has.
  func check() throws(WireError) {
    try zoom.check()
    guard (-16.0...16.0).contains(exposureBias) else {
      throw .value(field: "exposureBias", reason: "not between -16 and 16")
    }
    guard (0.0...1.0).contains(torchLevel) else {
      throw .value(field: "torchLevel", reason: "not between 0 and 1")
    }
  }
}

/// Sets a camera, running or not.
public struct CameraControlsUpdate: JSONBody, Hashable {
  /// The camera's ``CameraDescription/uniqueID``.
  public let device: String
  /// How it is set from now on.
  public let controls: CameraControls

  /// Makes the value from its fields.
  public init(device: String, controls: CameraControls) {
    self.device = device
    self.controls = controls
  }

  /// Checks the numbers.
  public func validate() throws(WireError) { try controls.check() }
}
