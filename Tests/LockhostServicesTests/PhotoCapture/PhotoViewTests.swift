// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

/// Zoom, exposure, flash, mounting and codec, as a photo shows them in its pixels and its EXIF data.
@Suite(
  "What a camera's settings do to its photos",
  .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint)))
struct PhotoViewTests {
  let link = RecordingLink()
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Takes a photo and writes it to a file.
  private func photo(
    _ source: CameraSource, device: CameraDevice = .back, controls: CameraControls? = nil,
    flash: PhotoCapture.FlashMode = .off, angle: Int = 0, mirrored: Bool = false,
    codec: String = "jpeg"
  ) async throws -> (reply: CapturedPhoto, path: String) {
    let camera = CameraHandler(
      scene: try CameraScene(source), devices: [device], permissions: .all(.authorized),
      link: link)
    defer { camera.end() }
    _ = try await camera.ask(
      .cameraStart,
      CameraStart(
        device: device.uniqueID, outputs: [.photo], width: 640, height: 480, frameRate: 30,
        pixelFormat: "BGRA", deliversFrames: false, controls: controls))
    let shutter = PhotoCaptureHandler(camera: camera.service, link: link)
    let answer = try await shutter.ask(
      .photoCapture,
      PhotoCapture(
        uniqueID: 1, codec: codec, flashMode: flash, rotationAngle: angle, mirrored: mirrored))
    let path = scratch.path("\(UUID().uuidString).\(codec == "jpeg" ? "jpg" : "heic")")
    let memory = MemoryFile(adopting: try #require(answer.descriptors.first))
    try write(try memory.read(maximumBytes: 64 << 20), to: path)
    return (try answer.reply(), path)
  }

  private func picture() async throws -> String {
    let path = scratch.path("source.png")
    try await ImageTools.makePicture(path)
    return path
  }

  private func compare(
    _ path: String, _ convert: [String], from source: String, within limit: Double = 4
  ) async throws {
    let expected = scratch.path("expected.png")
    try await ImageTools.run("convert", [source] + convert + [expected])
    let differences = meanDifferences(
      try await ImageTools.pixels(path, in: scratch),
      try await ImageTools.pixels(expected, in: scratch))
    #expect(differences.allSatisfy { $0 < limit }, "\(differences)")
  }

  @Test("zoom takes the middle of the picture and says so")
  func zoom() async throws {
    let source = try await picture()
    let (reply, path) = try await photo(
      .image(path: source), controls: CameraControls(zoom: CameraZoom(2)))
    #expect(reply.width == 320 && reply.height == 240)
    #expect(try await ImageTools.complaints(path) == "")
    #expect(try await ImageTools.tag("DigitalZoomRatio", of: path) == "2")
    #expect(try await ImageTools.tag("FocalLengthIn35mmFormat", of: path) == "52")
    try await compare(
      path, ["-gravity", "center", "-crop", "160x120+0+0", "+repage", "-scale", "200%"],
      from: source)
  }

  @Test("exposure bias changes the light and is written down", arguments: [-2.0, -0.5, 1.0, 3.0])
  func exposure(_ bias: Double) async throws {
    let (_, path) = try await photo(
      .color(red: 80, green: 80, blue: 80), controls: CameraControls(exposureBias: bias))
    #expect(try await ImageTools.complaints(path) == "")
    #expect(Double(try await ImageTools.tag("ExposureCompensation", of: path)) == bias)
    let seconds = try #require(Double(try await ImageTools.tag("ExposureTime", of: path)))
    #expect(abs(seconds - exp2(bias) / 60) < 1e-4)
    let level = try ImageDecoder().decode(path: path).meanLuminance
    let expected = min(255, 255 * pow(pow(80.0 / 255, 2.2) * exp2(bias), 1 / 2.2))
    #expect(abs(Double(level) - expected) <= 3, "\(level), not \(expected)")
  }

  @Test("a flash that fires lights the picture")
  func flash() async throws {
    let source = CameraSource.color(red: 20, green: 20, blue: 20)
    let dark = try await photo(source)
    #expect(dark.reply.flashFired == false)
    let lit = try await photo(source, flash: .on)
    #expect(lit.reply.flashFired == true)
    let byItself = try await photo(source, flash: .auto)
    #expect(byItself.reply.flashFired == true)
    let front = try await photo(source, device: .front, flash: .on)
    #expect(front.reply.flashFired == false)
    let levels = try [dark, lit, byItself, front].map {
      try ImageDecoder().decode(path: $0.path).meanLuminance
    }
    #expect(levels[1] >= levels[0] + 5 && levels[1] == levels[2] && levels[0] == levels[3])
    #expect(try await ImageTools.tag("Flash", of: lit.path) == "9")
    #expect(try await ImageTools.tag("Flash", of: byItself.path) == "25")
  }

  @Test("a sensor mounted on its side needs its angle", arguments: [90, 180, 270])
  func mounted(_ angle: Int) async throws {
    let source = try await picture()
    var device = CameraDevice.back
    device.sensorAngle = angle
    let (reply, path) = try await photo(.image(path: source), device: device, angle: angle)
    #expect(reply.width == (angle == 180 ? 320 : 240))
    // For whoever follows the EXIF orientation it is the source again.
    try await compare(path, [], from: source)
    let flat = try await photo(.image(path: source), device: device)
    try await compare(flat.path, ["-rotate", "\(360 - angle)"], from: source)
  }

  @Test(
    "HEIC is what JPEG is: pixels, sizes, EXIF and every turn",
    .enabled(if: HEIC.isThere, HEIC.hint),
    arguments: [0, 90, 180, 270], [false, true])
  func heic(_ angle: Int, _ mirrored: Bool) async throws {
    let source = try await picture()
    let (reply, path) = try await photo(
      .image(path: source), controls: CameraControls(exposureBias: 0), angle: angle,
      mirrored: mirrored, codec: "hvc1")
    #expect(reply.width == 320 && reply.height == 240)
    #expect(try await ImageTools.tag("FileType", of: path) == "HEIC")
    #expect(try await ImageTools.tag("Model", of: path) == "Simulated Phone")
    let orientation = try #require(ImageOrientation(rotationAngle: angle, mirrored: mirrored))
    #expect(
      try await ImageTools.tag("EXIF:Orientation", of: path) == "\(orientation.rawValue)")
    let size = try await ImageTools.run("identify", "-format", "%w %h", path)
    #expect(size == (orientation.swapsSides ? "240 320" : "320 240"))
    try await compare(
      path, ["-rotate", "\(angle)"] + (mirrored ? ["-flop"] : []), from: source, within: 1)
    // As the library judges it.
    let content = try PhotoContent(
      judging: try contents(path), claimed: .image, claimedType: "public.heic", name: "photo")
    #expect(content.fileExtension == "heic")
  }

  @Test(
    "a HEIC photo has colour at full size, and its error is its quality's alone",
    .enabled(if: HEIC.isThere, HEIC.hint))
  func heicError() async throws {
    let source = try await picture()
    let image = try ImageDecoder().decode(path: source)
    let metadata = PhotoMetadata(
      width: image.width, height: image.height, orientation: .up, time: .now, device: .back,
      flash: .offByChoice, uniqueID: "0")
    var errors: [Double] = []
    for quality in [30, 60, 95] {
      let path = scratch.path("\(quality).heic")
      try write(
        try PhotoCodec.heic.encode(image, quality: quality, metadata: metadata), to: path)
      let differences = meanDifferences(
        try await ImageTools.pixels(path, in: scratch), image.bytes)
      errors.append(differences.max() ?? 255)
    }
    #expect(errors[0] > 1.5 * errors[1] && errors[1] > 1.5 * errors[2], "\(errors)")
    #expect(errors[2] < 1, "\(errors)")
  }

  @Test("a quality is the codec's", arguments: ["jpeg", "hvc1"])
  func quality(_ codec: String) async throws {
    guard codec == "jpeg" || HEIC.isThere else { return }
    let source = try await picture()
    let image = try ImageDecoder().decode(path: source)
    let metadata = PhotoMetadata(
      width: image.width, height: image.height, orientation: .up, time: .now, device: .back,
      flash: .offByChoice, uniqueID: "0")
    let kind = try #require(PhotoCodec(rawValue: codec))
    let sizes = try [10, 50, 95].map {
      try kind.encode(image, quality: $0, metadata: metadata).count
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
  }
}

/// Whether this machine encodes HEIC and reads it back.
enum HEIC {
  static let hint = Comment("needs libheif with an HEVC encoder, and heif-convert")
  static var isThere: Bool {
    PhotoCodec.available.contains(.heic) && ProgramRun.find("heif-convert") != nil
  }
}
