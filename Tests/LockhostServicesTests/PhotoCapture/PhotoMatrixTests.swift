// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

/// Every position, mounting, turn and mirror, as exiftool, identify and the pixels show it.
@Suite(
  "Photos of every position, mounting, rotation and mirror", .timeLimit(.minutes(10)),
  .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint)))
struct PhotoMatrixTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// What exiftool says of a photo.
  private struct Facts: Decodable {
    let Orientation: Int
    let ImageWidth: Int
    let ImageHeight: Int
    let ExifImageWidth: Int
    let ExifImageHeight: Int
    let ColorSpace: Int
  }

  /// What EXIF calls a picture that must be turned clockwise by an angle and then mirrored.
  private static let orientations: [Int: (plain: Int, mirrored: Int)] = [
    0: (1, 2), 90: (6, 5), 180: (3, 4), 270: (8, 7),
  ]

  @Test(
    "orientation, dimensions and colours are right for whoever looks at them",
    arguments: [CameraPosition.back, .front], [0, 90, 180, 270])
  func matrix(_ position: CameraPosition, _ sensorAngle: Int) async throws {
    let source = scratch.path("source.png")
    try await ImageTools.makePicture(source, size: "160x120")
    var device: CameraDevice = position == .back ? .back : .front
    device.sensorAngle = sensorAngle
    let link = RecordingLink()
    let camera = CameraHandler(
      scene: try CameraScene(.image(path: source)), devices: [device],
      permissions: .all(.authorized), link: link)
    defer { camera.end() }
    _ = try await camera.ask(
      .cameraStart,
      CameraStart(
        device: device.uniqueID, outputs: [.photo], width: 640, height: 480, frameRate: 30,
        pixelFormat: "BGRA", deliversFrames: false))
    let shutter = PhotoCaptureHandler(camera: camera.service, link: link)
    // What the sensor sees, before anybody turns it.
    let isSideways = sensorAngle % 180 == 90
    let stored = isSideways ? (120, 160) : (160, 120)
    for angle in [0, 90, 180, 270] {
      for isMirrored in [false, true] {
        let name = "\(position) \(sensorAngle) \(angle) \(isMirrored)"
        let answer = try await shutter.ask(
          .photoCapture,
          PhotoCapture(
            uniqueID: 1, codec: "jpeg", flashMode: .off, rotationAngle: angle,
            mirrored: isMirrored))
        let reply: CapturedPhoto = try answer.reply()
        let file = scratch.path("photo.jpg")
        let memory = MemoryFile(adopting: try #require(answer.descriptors.first))
        try write(try memory.read(maximumBytes: 64 << 20), to: file)

        let json = try await ImageTools.run(
          "exiftool", "-n", "-json", "-Orientation", "-ImageWidth", "-ImageHeight",
          "-ExifImageWidth", "-ExifImageHeight", "-ColorSpace", file)
        let facts = try #require(
          try JSONDecoder().decode([Facts].self, from: Data(json.utf8)).first)
        let words = try #require(Self.orientations[angle])
        #expect(facts.Orientation == (isMirrored ? words.mirrored : words.plain), "\(name)")
        #expect((facts.ImageWidth, facts.ImageHeight) == stored, "\(name)")
        #expect((facts.ExifImageWidth, facts.ExifImageHeight) == stored, "\(name)")
        #expect((reply.width, reply.height) == stored, "\(name)")
        #expect(facts.ColorSpace == 1, "\(name): not sRGB")
        #expect(try await ImageTools.run("jpeginfo", "-c", file).contains("OK"), "\(name)")

        // As it lies in the file, and as it is meant.
        let turn = (angle - sensorAngle + 360) % 360
        try await compare(
          file, upright: false, source, ["-rotate", "\((360 - sensorAngle) % 360)"], name)
        try await compare(
          file, upright: true, source, ["-rotate", "\(turn)"] + (isMirrored ? ["-flop"] : []), name)
      }
    }
  }

  private func compare(
    _ file: String, upright: Bool, _ source: String, _ turn: [String], _ name: String
  ) async throws {
    let done = try await ProgramRun.run(
      "convert",
      ["(", file] + (upright ? ["-auto-orient"] : []) + ["-strip", "+repage", ")", "(", source]
        + turn + [
          "+repage", ")", "-compose", "difference", "-composite", "-format",
          "%w %h %[fx:mean.r*255] %[fx:mean.g*255] %[fx:mean.b*255]", "info:",
        ])
    let numbers = done.output.split(separator: " ").compactMap { Double($0) }
    #expect(numbers.count == 5, "\(name): \(done.errors)")
    #expect(numbers.dropFirst(2).allSatisfy { $0 < 4 }, "\(name), upright \(upright): \(numbers)")
    let size = try await ImageTools.run(
      "convert", [source] + turn + ["-format", "%w %h", "info:"])
    #expect(
      size.split(separator: " ").compactMap { Double($0) } == Array(numbers.prefix(2)), "\(name)")
  }
}
