// SPDX-License-Identifier: MIT

/// Draws the frames of one scene for one request: one copy a frame where the picture stands still.
struct FramePainter: Sendable {
  /// What is drawn.
  enum Content: Sendable {
    /// Laid out already, as the guest wants it.
    case still(FrameLayout)
    /// Drawn straight into the slot.
    case pattern(TestPattern)
    /// Drawn beside it first, and then turned, enlarged or laid out.
    case turnedPattern(TestPattern, FrameTransform)
    /// A picture for each moment.
    case moving(any MovingPicture, FrameTransform)
  }

  let content: Content
  /// The scene's generation that this shows.
  let generation: Int

  /// What every frame shows, byte for byte; nil where frames differ.
  var layout: FrameLayout? {
    if case .still(let layout) = content { layout } else { nil }
  }

  /// Draws a frame into a slot.
  ///
  /// - Parameters:
  ///   - seconds: How long the camera has run, which is the moment of a moving picture.
  ///   - target: At least as many bytes as the frame has.
  func paint(frame: UInt64, seconds: Double, into target: UnsafeMutableRawBufferPointer) {
    switch content {
    case .still(let layout):
      unsafe layout.bytes.withUnsafeBytes { unsafe target.copyFrame(from: $0) }
    case .pattern(let pattern):
      unsafe pattern.paint(frame: frame, into: target.bindMemory(to: UInt32.self))
    case .turnedPattern(let pattern, let transform):
      unsafe transform.apply(to: pattern.image(frame: frame), into: target)
    case .moving(let picture, let transform):
      unsafe transform.apply(to: picture.picture(at: seconds), into: target)
    }
  }
}

/// What happens to a scene's picture on its way into a frame.
struct FrameTransform: Hashable, Sendable {
  /// The part that is seen, and how bright.
  let view: CameraView
  /// How the picture is turned and mirrored.
  let orientation: ImageOrientation
  /// The size of the delivered frame.
  let width: Int
  /// The size of the delivered frame.
  let height: Int
  /// How its bytes are laid out.
  let format: FramePixelFormat

  /// What a request and a view ask for.
  ///
  /// - Parameter isMirrored: Whether frames are exchanged left and right, after they were turned.
  init(_ request: CameraRequest, view: CameraView, isMirrored: Bool) {
    self.view = view
    let turn = (request.rotationAngle - request.device.sensorAngle + 360) % 360
    orientation = ImageOrientation(rotationAngle: turn, mirrored: isMirrored) ?? .up
    (width, height) = request.frameSize
    format = request.pixelFormat
  }

  /// Whether nothing is done but drawing at a size.
  var isPlain: Bool { view.zoom == 1 && orientation == .up && format == .bgra }

  /// The size at which the scene is drawn, before it is turned.
  var sceneSize: (width: Int, height: Int) {
    orientation.swapsSides ? (height, width) : (width, height)
  }

  /// The frame that becomes of a picture.
  func apply(to picture: BGRAImage) -> BGRAImage {
    picture.filling(width: sceneSize.width, height: sceneSize.height, zoom: view.zoom)
      .exposed(stops: view.stops).upright(from: orientation)
  }

  /// Writes the frame that becomes of a picture.
  func apply(to picture: BGRAImage, into target: UnsafeMutableRawBufferPointer) {
    unsafe apply(to: picture).write(format, into: target)
  }

  /// The bytes of the frame that becomes of a picture.
  func bytes(of picture: BGRAImage) -> [UInt8] {
    let frame = apply(to: picture)
    let count = format.bytes(width: width, height: height)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe frame.write(format, into: UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }
}
