// SPDX-License-Identifier: MIT

import AVFoundation
import Testing

@Suite("Where a tap on the preview is")
struct PreviewLayerTests {
  /// A preview of the back camera, whose picture is 64 by 48, turned and mirrored.
  private func preview(
    _ host: MediaHost, size: CGSize, gravity: AVLayerVideoGravity, angle: CGFloat = 0,
    mirrored: Bool = false
  ) throws -> (AVCaptureSession, AVCaptureVideoPreviewLayer) {
    try host.launch {
      let session = try makeSession()
      let layer = AVCaptureVideoPreviewLayer(session: session)
      layer.bounds = CGRect(origin: CGPoint(), size: size)
      layer.videoGravity = gravity
      let way = try #require(layer.connection)
      way.videoRotationAngle = angle
      way.automaticallyAdjustsVideoMirroring = false
      way.isVideoMirrored = mirrored
      return (session, layer)
    }
  }

  private func near(_ left: CGPoint, _ right: CGPoint) -> Bool {
    abs(left.x - right.x) < 1e-9 && abs(left.y - right.y) < 1e-9
  }

  @Test(
    "the layer's upper left is that corner of the sensor which its turn and mirror put there",
    arguments: [
      (0, false, 0, 0), (90, false, 0, 1), (180, false, 1, 1), (270, false, 1, 0),
      (0, true, 1, 0), (90, true, 0, 0),
    ] as [(CGFloat, Bool, CGFloat, CGFloat)])
  func corner(_ angle: CGFloat, _ mirrored: Bool, _ x: CGFloat, _ y: CGFloat) throws {
    let host = try MediaHost()
    let (session, layer) = try preview(
      host, size: CGSize(width: 300, height: 300), gravity: .resize, angle: angle,
      mirrored: mirrored)
    let point = layer.captureDevicePointConverted(fromLayerPoint: CGPoint())
    #expect(near(point, CGPoint(x: x, y: y)), "\(point)")
    withExtendedLifetime(session) {}
  }

  @Test("bars, and edges that are cut off, are taken into account")
  func gravity() throws {
    let host = try MediaHost()
    // The picture is 4 to 3: in a square of 400 it is 400 by 300, or 533 by 400.
    let size = CGSize(width: 400, height: 400)
    let (first, bars) = try preview(host, size: size, gravity: .resizeAspect)
    let inBar = bars.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 200, y: 25))
    #expect(near(inBar, CGPoint(x: 0.5, y: -25.0 / 300)), "\(inBar)")
    let (second, cut) = try preview(host, size: size, gravity: .resizeAspectFill)
    let left = cut.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 0, y: 200))
    #expect(near(left, CGPoint(x: 0.125, y: 0.5)), "\(left)")
    withExtendedLifetime((first, second)) {}
  }

  @Test(
    "there and back is the same place, for points and rectangles",
    arguments: [0, 90, 180, 270] as [CGFloat], [false, true])
  func backAgain(angle: CGFloat, mirrored: Bool) throws {
    let host = try MediaHost()
    for gravity in [AVLayerVideoGravity.resize, .resizeAspect, .resizeAspectFill] {
      let (session, layer) = try preview(
        host, size: CGSize(width: 390, height: 844), gravity: gravity, angle: angle,
        mirrored: mirrored)
      let point = CGPoint(x: 100, y: 500)
      let device = layer.captureDevicePointConverted(fromLayerPoint: point)
      #expect(near(layer.layerPointConverted(fromCaptureDevicePoint: device), point))
      let rectangle = CGRect(x: 10, y: 20, width: 30, height: 40)
      let back = layer.layerRectConverted(
        fromMetadataOutputRect: layer.metadataOutputRectConverted(fromLayerRect: rectangle))
      #expect(near(back.origin, rectangle.origin) && abs(back.width - 30) < 1e-9)
      withExtendedLifetime(session) {}
    }
  }

  @Test("a layer of nothing, or without a size, converts to finite numbers")
  func empty() {
    let layer = AVCaptureVideoPreviewLayer()
    #expect(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 1, y: 1)) == CGPoint())
    layer.frame = CGRect(x: 5, y: 5, width: 10, height: 20)
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 10, height: 20))
    #expect(
      layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 5, y: 5))
        == CGPoint(x: 0.5, y: 0.25))
  }
}
