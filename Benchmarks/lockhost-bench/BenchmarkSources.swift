// SPDX-License-Identifier: MIT

import Foundation
import Lockhost
import LockhostSandbox
import LockhostServices

/// Camera sources as files, of a picture that is not all alike.
struct BenchmarkSources {
  private let folder: URL

  /// Makes a folder for them.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "lockhost-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes it.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// A decoder as the host makes it for a session, with its filter compiled already.
  func decoder(_ spawner: Spawner) throws -> ImageDecoder {
    ImageDecoder(
      pixels: SandboxedDecoder(
        spawner: spawner, cache: try FilterCache(path: folder.path + "/filters")))
  }

  /// A pattern, a photo of twelve megapixels, and films of 1920 × 1080 at 60 a second.
  func sources() throws -> [(name: String, source: CameraSource)] {
    let frames = (0..<30).map { TestPattern(width: 1920, height: 1080).image(frame: $0) }
    return [
      ("pattern", .pattern),
      ("photo", .image(path: try photo())),
      ("motionJPEG", .video(path: try write(try motionJPEG(frames), as: "film.avi"))),
      ("y4m", .video(path: try write(planes(frames), as: "film.y4m"))),
    ]
  }

  /// A JPEG file of 4032 × 3024: `LOCKHOST_BENCH_PICTURE`, else a drawn one.
  func photo() throws -> String {
    if let given = ProcessInfo.processInfo.environment["LOCKHOST_BENCH_PICTURE"] { return given }
    let image = TestPattern(width: 4032, height: 3024).image(frame: 1)
    return try write(try JPEGEncoder.encode(image, quality: 90, exif: []), as: "photo.jpg")
  }

  private func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// A Motion JPEG file in AVI, 60 pictures a second.
  private func motionJPEG(_ frames: [BGRAImage]) throws -> [UInt8] {
    let pictures = try frames.map { try JPEGEncoder.encode($0, quality: 85, exif: []) }
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let stream =
      Array("vidsMJPG".utf8) + zeros(12) + little(1) + little(60) + zeros(24)
    let format =
      little(40) + little(1920) + little(1080) + [1, 0, 24, 0] + Array("MJPG".utf8)
      + zeros(20)
    let headers = list("hdrl", list("strl", chunk("strh", stream) + chunk("strf", format)))
    let body = Array("AVI ".utf8) + headers + list("movi", pictures.flatMap { chunk("00dc", $0) })
    return Array("RIFF".utf8) + little(UInt32(body.count)) + body
  }

  /// A YUV4MPEG2 file, 60 pictures a second, with the brightness of the frames and no colour.
  private func planes(_ frames: [BGRAImage]) -> [UInt8] {
    var file = Array("YUV4MPEG2 W1920 H1080 F60:1 Ip C420jpeg\n".utf8)
    for frame in frames.prefix(10) {
      file += Array("FRAME\n".utf8)
      file += frame.pixels.map { UInt8($0 >> 8 & 0xFF) }
      file += [UInt8](repeating: 128, count: 1920 * 1080 / 2)
    }
    return file
  }

  private func list(_ form: String, _ content: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(form.utf8) + content)
  }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(UInt32(content.count)) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
