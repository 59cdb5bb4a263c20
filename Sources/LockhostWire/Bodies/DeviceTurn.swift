// SPDX-License-Identifier: MIT

/// How the device is held.
public struct DeviceTurn: JSONBody, Hashable {
  /// How far it is turned clockwise from upright, as its person sees it: 0, 90, 180 or 270.
  public let degrees: Int

  /// Makes the value from its field.
  public init(degrees: Int) {
    self.degrees = degrees
  }

  /// Checks the angle.
  public func validate() throws(WireError) {
    guard [0, 90, 180, 270].contains(degrees) else {
      throw .value(field: "degrees", reason: "not 0, 90, 180 or 270")
    }
  }

  /// How far pictures of a camera must be turned clockwise to be level.
  ///
  /// - Parameters:
  ///   - sensorAngle: What the sensor's mounting needs while the device is upright.
  ///   - position: A camera above the screen looks at the turn from its other side.
  public func levelAngle(sensorAngle: Int, position: CameraPosition) -> Int {
    (sensorAngle + (position == .front ? 360 - degrees : degrees)) % 360
  }
}
