// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

/// Zoom, exposure, torch, turns and pixel formats, as a guest's frames show them.
@Suite("What a camera's settings do to its frames")
struct CameraViewTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Half red, half blue, with a green square of a quarter of each side in the middle.
  private static let picture: BGRAImage = {
    let (width, height) = (64, 48)
    var pixels = [UInt32](repeating: 0, count: width * height)
    for row in 0..<height {
      for column in 0..<width {
        let isMiddle = (24..<40).contains(column) && (18..<30).contains(row)
        pixels[row * width + column] =
          isMiddle
          ? BGRAImage.pixel(red: 0, green: 100, blue: 0)
          : column < width / 2
            ? BGRAImage.pixel(red: 100, green: 0, blue: 0)
            : BGRAImage.pixel(red: 0, green: 0, blue: 100)
      }
    }
    return BGRAImage(width: width, height: height, pixels: pixels)
  }()

  /// The picture as a Y4M file of one frame, in full range, which loses next to nothing.
  private func source(_ image: BGRAImage = picture) throws -> CameraSource {
    let path = scratch.path("scene.y4m")
    try write(VideoFixture.y4m([image], rate: (30, 1)), to: path)
    return try CameraSource(parsing: path)
  }

  private func pixels(_ bytes: [UInt8], _ width: Int, _ height: Int) -> BGRAImage {
    BGRAImage(
      width: width, height: height,
      pixels: (0..<(width * height)).map { index in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index * 4 + $1]) << UInt32($1 * 8) }
      })
  }

  private func channels(_ image: BGRAImage, _ column: Int, _ row: Int) -> [Int] {
    let pixel = image.pixels[row * image.width + column]
    return [Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF)]
  }

  private func isNear(_ first: [Int], _ second: [Int], by distance: Int = 4) -> Bool {
    zip(first, second).allSatisfy { abs($0 - $1) <= distance }
  }

  @Test("zoom shows the middle, enlarged", arguments: [1.0, 2, 4])
  func zoom(_ factor: Double) async throws {
    let rig = CameraViewRig(source: try source())
    let bytes = try await rig.frame(CameraControls(zoom: CameraZoom(factor)))
    let frame = pixels(bytes, 64, 48)
    // At 4 the green square fills the frame; at 1 the corner is red.
    #expect(isNear(channels(frame, 32, 24), [0, 100, 0]))
    #expect(isNear(channels(frame, 2, 2), factor == 4 ? [0, 100, 0] : [100, 0, 0]))
    #expect(isNear(channels(frame, 18, 14), factor >= 2 ? [0, 100, 0] : [100, 0, 0]))
  }

  @Test("a factor beyond the camera's range is cut to it")
  func zoomRange() async throws {
    var device = CameraDevice.back
    device.maximumZoom = 1
    let rig = CameraViewRig(source: try source(), device: device)
    let bytes = try await rig.frame(CameraControls(zoom: CameraZoom(100)))
    #expect(isNear(channels(pixels(bytes, 64, 48), 2, 2), [100, 0, 0]))
  }

  @Test("exposure bias and torch make frames brighter and darker")
  func exposure() async throws {
    func level(_ controls: CameraControls) async throws -> Int {
      let rig = CameraViewRig(source: try source())
      return channels(pixels(try await rig.frame(controls), 64, 48), 32, 24)[1]
    }
    let plain = try await level(CameraControls())
    let up = try await level(CameraControls(exposureBias: 1))
    let down = try await level(CameraControls(exposureBias: -2))
    let lit = try await level(CameraControls(torchLevel: 1))
    #expect(abs(plain - 100) <= 4)
    // Twice the light is 2^(1/2.2) times the level.
    #expect(abs(up - 137) <= 5, "\(up)")
    #expect(abs(down - 53) <= 5, "\(down)")
    #expect(lit == up)
  }

  @Test(
    "frames are turned and mirrored as their connection says", arguments: [0, 90, 180, 270],
    [false, true])
  func turned(_ angle: Int, _ mirrored: Bool) async throws {
    let rig = CameraViewRig(
      source: try source(), device: .front, angle: angle, mirrored: mirrored)
    let bytes = try await rig.frame(CameraControls())
    let frame = try #require(rig.link.frames.first)
    let (width, height) = angle % 180 == 0 ? (64, 48) : (48, 64)
    #expect(frame.width == UInt32(width) && frame.height == UInt32(height))
    #expect(frame.bytesPerRow == frame.width * 4)
    let shown = pixels(bytes, width, height)
    let expected = Self.picture.upright(
      from: try #require(ImageOrientation(rotationAngle: angle, mirrored: mirrored)))
    let difference = meanDifferences(shown.bytes, expected.bytes)
    #expect(difference.allSatisfy { $0 < 3 }, "\(difference)")
  }

  @Test("a sensor that is mounted on its side sees the scene on its side")
  func mounted() async throws {
    var device = CameraDevice.back
    device.sensorAngle = 90
    let onSide = CameraViewRig(source: try source(), device: device)
    let bytes = try await onSide.frame(CameraControls())
    let expected = Self.picture.filling(width: 48, height: 64).upright(
      from: try #require(ImageOrientation(rotationAngle: 270, mirrored: false)))
    let difference = meanDifferences(pixels(bytes, 64, 48).bytes, expected.bytes)
    #expect(difference.allSatisfy { $0 < 3 }, "\(difference)")
    // Turned by the sensor's angle it is level again.
    let rig = CameraViewRig(source: try source(), device: device, angle: 90)
    let level = pixels(try await rig.frame(CameraControls()), 48, 64)
    let upright = Self.picture.filling(width: 48, height: 64)
    #expect(meanDifferences(level.bytes, upright.bytes).allSatisfy { $0 < 3 })
  }

  @Test("420v and 420f have brightness in one plane and colours in another")
  func planes() async throws {
    for (format, black, white) in [("420v", 16, 235), ("420f", 0, 255)] {
      for (color, luma) in [("#000000", black), ("#FFFFFF", white)] {
        let rig = CameraViewRig(
          source: try CameraSource(parsing: "color:\(color)"),
          format: format)
        let bytes = try await rig.frame(CameraControls())
        #expect(bytes[0..<(64 * 48)].allSatisfy { Int($0) == luma })
        #expect(bytes[(64 * 48)..<(64 * 48 * 3 / 2)].allSatisfy { $0 == 128 })
      }
    }
    let rig = CameraViewRig(source: .color(red: 0, green: 0, blue: 255), format: "420v")
    let bytes = try await rig.frame(CameraControls())
    // BT.601's blue: 41, 240, 110.
    #expect(abs(Int(bytes[0]) - 41) <= 1)
    #expect(abs(Int(bytes[64 * 48]) - 240) <= 1 && abs(Int(bytes[64 * 48 + 1]) - 110) <= 1)
  }

  @Test("a ramp goes in doublings a second and stops at its target")
  func ramp() {
    let zoom = CameraZoom(start: 1, target: 8, rate: 2, sinceNanoseconds: 1_000_000_000)
    #expect(zoom.factor(atNanoseconds: 0) == 1)
    #expect(abs(zoom.factor(atNanoseconds: 1_500_000_000) - 2) < 1e-9)
    #expect(abs(zoom.factor(atNanoseconds: 2_000_000_000) - 4) < 1e-9)
    #expect(zoom.isRamping(atNanoseconds: 2_000_000_000))
    #expect(zoom.factor(atNanoseconds: 2_600_000_000) == 8)
    #expect(!zoom.isRamping(atNanoseconds: .max))
    let back = CameraZoom(start: 8, target: 2, rate: 1, sinceNanoseconds: 0)
    #expect(abs(back.factor(atNanoseconds: 1_000_000_000) - 4) < 1e-9)
    #expect(back.factor(atNanoseconds: .max) == 2)
  }
}

/// One camera that is asked for one frame.
struct CameraViewRig {
  let link = RecordingLink()
  let source: CameraSource
  var device = CameraDevice.back
  var format = "BGRA"
  var angle = 0
  var mirrored: Bool?

  func frame(_ controls: CameraControls) async throws -> [UInt8] {
    let camera = CameraHandler(
      scene: try CameraScene(source), devices: [device], permissions: .all(.authorized),
      link: link)
    defer { camera.end() }
    let answer = try await camera.ask(
      .cameraStart,
      CameraStart(
        device: device.uniqueID, outputs: [.video], width: 64, height: 48, frameRate: 60,
        pixelFormat: format, deliversFrames: true, rotationAngle: angle,
        mirrored: mirrored, controls: controls))
    let stream: CameraStream = try answer.reply()
    let memory = try MemoryFile(adopting: try #require(answer.descriptors.first)).map(
      writable: false)
    #expect(await Waiting.until(within: .seconds(20)) { link.frames.count >= 1 })
    let start = Int(try #require(link.frames.first).slot) * stream.slotBytes
    return withExtendedLifetime(memory) {
      unsafe Array(
        UnsafeRawBufferPointer(rebasing: memory.bytes[start..<(start + stream.slotBytes)]))
    }
  }
}
