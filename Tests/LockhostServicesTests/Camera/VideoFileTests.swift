// SPDX-License-Identifier: MIT

import Foundation
import LockhostServices
import LockhostTesting
import LockhostWire
import Testing

@Suite("Video files as camera sources")
struct VideoFileTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static func gray(_ level: UInt8, _ width: Int = 64, _ height: Int = 48) -> BGRAImage {
    BGRAImage(
      width: width, height: height,
      pixels: [UInt32](
        repeating: BGRAImage.pixel(red: level, green: level, blue: level), count: width * height))
  }

  private func jpeg(_ level: UInt8) throws -> [UInt8] {
    try JPEGEncoder.encode(Self.gray(level), exif: [])
  }

  private func scene(_ bytes: [UInt8], _ name: String) throws -> CameraScene {
    let path = scratch.path(name)
    try write(bytes, to: path)
    return try CameraScene(try CameraSource(parsing: path))
  }

  private func code(_ bytes: [UInt8], _ name: String) throws -> ServiceError.Code? {
    do {
      _ = try scene(bytes, name)
      return nil
    } catch let error as ServiceError {
      return error.code
    }
  }

  /// The grey levels at several moments.
  private func levels(_ scene: CameraScene, _ seconds: [Double]) -> [Int] {
    seconds.map { scene.picture(at: $0)?.meanLuminance ?? -1 }
  }

  @Test("a Motion JPEG file is shown at its own rate, again and again")
  func motionJPEG() throws {
    let frames = try [10, 100, 200].map { try jpeg($0) }
    let scene = try scene(
      VideoFixture.avi(frames, width: 64, height: 48, rate: (10, 1)), "film.avi")
    #expect(scene.hasOwnSize)
    let seen = levels(scene, [0, 0.05, 0.1, 0.25, 0.3, 0.45, 100.2])
    for (level, expected) in zip(seen, [10, 10, 100, 200, 10, 100, 10]) {
      #expect(abs(level - expected) <= 2, "\(seen)")
    }
  }

  @Test("an empty chunk repeats the picture before it")
  func repeated() throws {
    let scene = try scene(
      VideoFixture.avi(
        [try jpeg(10), [], try jpeg(200)], width: 64, height: 48, rate: (10, 1)), "film.avi")
    let seen = levels(scene, [0, 0.1, 0.2])
    #expect(abs(seen[1] - 10) <= 2 && abs(seen[2] - 200) <= 2, "\(seen)")
  }

  @Test("a Y4M file is shown at its own rate")
  func y4m() throws {
    let scene = try scene(
      VideoFixture.y4m([Self.gray(20), Self.gray(220)], rate: (30000, 1001)), "film.y4m")
    let seen = levels(scene, [0, 0.034, 0.067])
    #expect(zip(seen, [20, 220, 20]).allSatisfy { abs($0 - $1) <= 1 }, "\(seen)")
  }

  @Test("frames and photos are the film's pictures", arguments: ["film.avi", "film.y4m"])
  func delivered(_ name: String) async throws {
    let bytes =
      name.hasSuffix("avi")
      ? VideoFixture.avi([try jpeg(60)], width: 64, height: 48, rate: (30, 1))
      : VideoFixture.y4m([Self.gray(60)], rate: (30, 1))
    let path = scratch.path(name)
    try write(bytes, to: path)
    let frame = try await CameraViewRig(source: try CameraSource(parsing: path)).frame(
      CameraControls())
    #expect(frame[0..<100].enumerated().allSatisfy { $0 % 4 == 3 || abs(Int($1) - 60) <= 2 })
  }

  @Test(
    "a picture that cannot be read leaves the one before it",
    arguments: [[UInt8](), [0xFF, 0xD8, 0xFF], Array("nonsense".utf8)])
  func damagedFrame(_ damaged: [UInt8]) throws {
    let scene = try scene(
      VideoFixture.avi([try jpeg(10), damaged], width: 64, height: 48, rate: (10, 1)), "film.avi")
    #expect(abs(levels(scene, [0.1])[0] - 10) <= 2)
  }

  @Test("what is no film, or another kind, is refused by name")
  func refused() throws {
    let good = VideoFixture.avi([try jpeg(1)], width: 64, height: 48, rate: (10, 1))
    #expect(try code([], "a.avi") == .unsupportedVideo)
    #expect(try code(Array("RIFF".utf8), "a.avi") == .unsupportedVideo)
    #expect(
      try code(
        VideoFixture.avi([try jpeg(1)], width: 64, height: 48, rate: (10, 1), codec: "H264"),
        "a.avi") == .unsupportedVideo)
    #expect(
      try code(VideoFixture.avi([], width: 64, height: 48, rate: (10, 1)), "a.avi")
        == .unsupportedVideo)
    #expect(
      try code(VideoFixture.avi([[1, 2, 3]], width: 64, height: 48, rate: (10, 1)), "a.avi")
        == .notAnImage)
    #expect(
      try code(
        VideoFixture.avi([try jpeg(1)], width: 64, height: 48, rate: (1_000_000, 1)), "a.avi")
        == .unsupportedVideo)
    #expect(try code(Array("YUV4MPEG2 W64 H48 F30:1 C420p10\n".utf8), "a.y4m") == .unsupportedVideo)
    #expect(try code(Array("YUV4MPEG2 W64 H48\n".utf8), "a.y4m") == .unsupportedVideo)
    #expect(
      try code(Array("YUV4MPEG2 W99999 H99999 F30:1\nFRAME\n".utf8), "a.y4m") == .imageTooLarge)
    #expect(try code(Array("YUV4MPEG2 W-1 H48 F30:1\n".utf8), "a.y4m") == .corruptImage)
    #expect(try code(good, "a.avi") == nil)
  }

  @Test("damaged and cut-off films end in an error or a picture, never in a trap")
  func mutations() throws {
    let films = [
      VideoFixture.avi(try [10, 200].map { try jpeg($0) }, width: 64, height: 48, rate: (10, 1)),
      VideoFixture.y4m([Self.gray(20), Self.gray(220)], rate: (30, 1)),
    ]
    var random = SeededGenerator(seed: 0x5EED)
    for (film, name) in zip(films, ["a.avi", "a.y4m"]) {
      for _ in 0..<150 {
        var bytes = film
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          // Mostly the headers: what is in a picture is the decoder's test.
          let limit = Bool.random(using: &random) ? min(400, bytes.count) : bytes.count
          bytes[Int.random(in: 0..<limit, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        if Bool.random(using: &random) {
          bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        }
        guard let scene = try? scene(bytes, name) else { continue }
        for moment in [0, 0.1, 1e9, -1, .nan, .infinity] { _ = scene.picture(at: moment) }
      }
    }
  }
}
