// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

@Suite("Taking photos", .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint)))
struct PhotoCaptureHandlerTests {
  let link = RecordingLink()
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private struct Rig {
    let camera: CameraHandler
    let shutter: PhotoCaptureHandler
  }

  private func rig(
    _ source: CameraSource, device: CameraDevice = .back,
    outputs: [CameraStart.Output] = [.photo]
  ) async throws -> Rig {
    let camera = CameraHandler(
      scene: try CameraScene(source), permissions: .all(.authorized), link: link)
    let answer = try await camera.ask(
      .cameraStart,
      CameraStart(
        device: device.uniqueID, outputs: outputs, width: 640, height: 480, frameRate: 30,
        pixelFormat: "BGRA", deliversFrames: false))
    #expect(answer.failureCode == nil)
    return Rig(camera: camera, shutter: PhotoCaptureHandler(camera: camera.service, link: link))
  }

  private func settings(
    _ id: Int64 = 1, flash: PhotoCapture.FlashMode = .off, size: (Int, Int)? = nil, angle: Int = 0,
    mirrored: Bool = false, codec: String = "jpeg"
  ) -> PhotoCapture {
    PhotoCapture(
      uniqueID: id, codec: codec, flashMode: flash, width: size?.0, height: size?.1,
      rotationAngle: angle, mirrored: mirrored)
  }

  private func photo(_ answer: ServiceAnswer) throws -> [UInt8] {
    let memory = MemoryFile(adopting: try #require(answer.descriptors.first))
    #expect(try memory.seals().isSuperset(of: .finished))
    return try memory.read(maximumBytes: 64 << 20)
  }

  @Test("a photo of a file is the file's picture, upright and whole", arguments: 1...8)
  func faithful(_ orientation: Int) async throws {
    let source = scratch.path("source.jpg")
    try await ImageTools.makePicture(source, size: "1201x800", ["-quality", "95"])
    try await ImageTools.run(
      "exiftool", "-q", "-overwrite_original", "-n", "-Orientation=\(orientation)", source)
    let rig = try await rig(.image(path: source))
    defer { rig.camera.end() }
    let answer = try await rig.shutter.ask(.photoCapture, settings())
    let reply: CapturedPhoto = try answer.reply()
    #expect(reply.width == (orientation >= 5 ? 800 : 1201))
    #expect(reply.height == (orientation >= 5 ? 1201 : 800))
    #expect(reply.orientation == 1)
    let file = scratch.path("photo.jpg")
    try write(try photo(answer), to: file)
    #expect(try await ImageTools.complaints(file) == "")
    #expect(try await ImageTools.run("jpeginfo", "-c", file).contains("OK"))
    let differences = meanDifferences(
      try await ImageTools.pixels(file, in: scratch),
      try await ImageTools.pixels(source, in: scratch))
    #expect(differences.allSatisfy { $0 < 4 }, "\(differences)")
  }

  @Test(
    "rotation and mirror turn the picture for whoever looks at it",
    arguments: [0, 90, 180, 270], [false, true])
  func turned(_ angle: Int, _ mirrored: Bool) async throws {
    let source = scratch.path("source.png")
    try await ImageTools.makePicture(source)
    let rig = try await rig(.image(path: source), device: .front)
    defer { rig.camera.end() }
    let file = scratch.path("photo.jpg")
    try write(
      try photo(
        try await rig.shutter.ask(.photoCapture, settings(angle: angle, mirrored: mirrored))),
      to: file)
    #expect(try await ImageTools.complaints(file) == "")
    let expected = scratch.path("expected.png")
    try await ImageTools.run(
      "convert", [source, "-rotate", "\(angle)"] + (mirrored ? ["-flop"] : []) + [expected])
    let differences = meanDifferences(
      try await ImageTools.pixels(file, in: scratch),
      try await ImageTools.pixels(expected, in: scratch))
    #expect(differences.allSatisfy { $0 < 4 }, "\(differences)")
  }

  @Test("what has no size of its own fills the sensor, or what was asked for")
  func sizes() async throws {
    let rig = try await rig(.color(red: 10, green: 200, blue: 30))
    defer { rig.camera.end() }
    let whole: CapturedPhoto = try await rig.shutter.ask(.photoCapture, settings()).reply()
    #expect(whole.width == 4032 && whole.height == 3024)
    let part: CapturedPhoto = try await rig.shutter.ask(
      .photoCapture, settings(size: (800, 600))
    ).reply()
    #expect(part.width == 800 && part.height == 600)
    for size in [(0, 1), (-1, -1), (4033, 10), (Int.max, Int.max)] {
      #expect(
        try await rig.shutter.ask(.photoCapture, settings(size: size)).failureCode == .unsupported)
    }
  }

  @Test("the flash shows in EXIF", arguments: ["#FFFFFF", "#000000"])
  func flash(_ color: String) async throws {
    let source = try CameraSource(parsing: "color:\(color)")
    let rig = try await rig(source)
    defer { rig.camera.end() }
    let isDark = color == "#000000"
    let expected: [(PhotoCapture.FlashMode, String)] = [
      (.off, "16"), (.on, "9"), (.auto, isDark ? "25" : "24"),
    ]
    let file = scratch.path("photo.jpg")
    for (mode, value) in expected {
      try write(
        try photo(
          try await rig.shutter.ask(.photoCapture, settings(flash: mode, size: (64, 64)))),
        to: file)
      #expect(try await ImageTools.tag("Flash", of: file) == value, "\(mode)")
      #expect(try await ImageTools.complaints(file) == "")
    }
  }

  @Test("progress comes in order, before the photo")
  func progress() async throws {
    let rig = try await rig(.color(red: 1, green: 2, blue: 3))
    defer { rig.camera.end() }
    for id in [Int64(7), -9] {
      _ = try await rig.shutter.ask(.photoCapture, settings(id, size: (64, 64)))
      // The answer came after them, so they are all there.
      let phases = try link.posts(.photoProgress).map { try PhotoProgress(body: $0) }
        .filter { $0.uniqueID == id }
      #expect(phases.map(\.phase) == [1, 2, 3])
    }
  }

  @Test("more photos at once than a few are refused, and the others are taken")
  func bounded() async throws {
    let rig = try await rig(.color(red: 1, green: 2, blue: 3))
    defer { rig.camera.end() }
    let shutter = rig.shutter
    let settings = settings(size: (2000, 2000))
    let answers = try await withThrowingTaskGroup(of: ServiceAnswer.self) { group in
      for _ in 0..<20 {
        group.addTask { try await shutter.ask(.photoCapture, settings) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let refused = answers.filter { $0.failureCode == .tooMany }.count
    let taken = answers.filter { $0.failureCode == nil }.count
    #expect(refused + taken == 20)
    #expect(taken >= PhotoCaptureService.maximumInFlight)
    #expect(refused > 0)
    // Those that were refused hold nothing up.
    #expect(try await shutter.ask(.photoCapture, settings).failureCode == nil)
  }

  @Test("a folder gives one picture after the other, and begins again")
  func folder() async throws {
    let colors = ["red", "lime", "blue"]
    for (index, color) in colors.enumerated() {
      try await ImageTools.run(
        "convert", "-size", "32x32", "xc:\(color)", scratch.path("\(index).png"))
    }
    let rig = try await rig(.folder(path: scratch.path))
    defer { rig.camera.end() }
    var seen: [UInt32] = []
    for _ in 0..<4 {
      let bytes = try photo(try await rig.shutter.ask(.photoCapture, settings()))
      let image = try ImageDecoder().decode(bytes, name: "photo")
      // To the nearest of the pure colours; JPEG is off by one here and there.
      seen.append(
        image.pixels[0] & 0x80_8080)
    }
    #expect(seen == [0x80_0000, 0x00_8000, 0x00_0080, 0x80_0000])
  }

  @Test("without a running camera and a photo output there is no photo")
  func noCamera() async throws {
    let rig = try await rig(.pattern, outputs: [.video])
    #expect(try await rig.shutter.ask(.photoCapture, settings()).failureCode == .notPermitted)
    rig.camera.end()
    _ = try await rig.camera.ask(.cameraStop, EmptyBody())
    #expect(try await rig.shutter.ask(.photoCapture, settings()).failureCode == .notPermitted)
    #expect(link.posts(.photoProgress).isEmpty)
  }

  @Test("a codec that the host has not is not supported")
  func codec() async throws {
    let rig = try await rig(.pattern)
    defer { rig.camera.end() }
    #expect(
      try await rig.shutter.ask(.photoCapture, settings(codec: "png")).failureCode == .unsupported)
  }
}
