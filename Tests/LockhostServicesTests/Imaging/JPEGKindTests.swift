// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

/// Every kind of JPEG in every turn, into the camera and out as a photo.
@Suite(
  "Kinds of JPEG, in and out",
  .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint))
)
struct JPEGKindTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A kind of file, and how it is made.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let options: [String]
    /// Done to the file's bytes afterwards.
    var change: @Sendable ([UInt8]) throws -> [UInt8] = { $0 }

    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "baseline, 4:2:0", options: ["-sampling-factor", "2x2"]),
    Kind(name: "4:4:4", options: ["-sampling-factor", "1x1"]),
    Kind(name: "4:2:2", options: ["-sampling-factor", "2x1"]),
    Kind(name: "4:4:0", options: ["-sampling-factor", "1x2"]),
    Kind(name: "4:1:1", options: ["-sampling-factor", "4x1"]),
    Kind(name: "progressive", options: ["-interlace", "JPEG"]),
    Kind(name: "grey", options: ["-colorspace", "Gray"]),
    Kind(name: "progressive grey", options: ["-colorspace", "Gray", "-interlace", "JPEG"]),
    Kind(name: "CMYK", options: ["-colorspace", "CMYK"]),
    Kind(
      name: "YCCK", options: ["-colorspace", "CMYK"],
      change: { try JPEGBytes.withAdobeTransform(2, in: $0) }),
    Kind(name: "restart markers", options: ["-define", "jpeg:restart-interval=3"]),
    Kind(
      name: "with a thumbnail's worth of comment", options: ["-set", "comment", "not a picture"]),
    Kind(
      name: "colour profile in three pieces", options: [],
      change: { JPEGBytes.withProfile(pieces: 3, in: $0) }),
    Kind(name: "worst quality", options: ["-quality", "1"]),
    Kind(name: "one row", options: ["-resize", "96x1!"]),
    Kind(name: "one column", options: ["-resize", "1x64!"]),
  ]

  @Test("what goes in in any turn comes out upright and sound", arguments: kinds)
  func everyTurn(_ kind: Kind) async throws {
    let plain = scratch.path("plain.jpg")
    try await ImageTools.makePicture(
      plain, size: "96x64", ["-quality", "95", "-strip"] + kind.options)
    let bytes = try kind.change(try contents(plain))
    var photos: [String] = []
    for orientation in ImageOrientation.allCases {
      let source = scratch.path("in-\(orientation.rawValue).jpg")
      try write(JPEGBytes.withOrientation(orientation, in: bytes), to: source)
      let photo = scratch.path("out-\(orientation.rawValue).jpg")
      try write(try await taken(of: source), to: photo)
      photos.append(photo)
      let differences = meanDifferences(
        try await ImageTools.pixels(photo, in: scratch),
        try await ImageTools.pixels(source, in: scratch))
      #expect(differences.allSatisfy { $0 < 4 }, "\(orientation): \(differences)")
      let size = try ImageHeader(bytes: try contents(photo), name: photo)
      let original = try ImageHeader(bytes: bytes, name: source)
      let turned = orientation.swapsSides
      #expect(size.width == (turned ? original.height : original.width))
      #expect(size.height == (turned ? original.width : original.height))
    }
    // All eight by each judge at once: each of them is slow to start.
    let checks = try await ImageTools.run("jpeginfo", ["-c"] + photos)
    #expect(checks.split(separator: "\n").allSatisfy { $0.contains("OK") }, "\(checks)")
    let formats = try await ImageTools.run("identify", ["-format", "%m "] + photos)
    #expect(formats == String(repeating: "JPEG ", count: photos.count))
    let complaints = try await ProgramRun.run(
      "exiftool", ["-q", "-validate", "-warning", "-error", "-a", "-S", "-s"] + photos)
    let findings = complaints.lines.filter { $0 != "OK" && !$0.hasPrefix("========") }
    #expect(findings.isEmpty && complaints.errors.isEmpty, "\(findings) \(complaints.errors)")
  }

  /// A photo of a file, as the camera of a guest takes it.
  private func taken(of source: String) async throws -> [UInt8] {
    let link = RecordingLink()
    let camera = CameraHandler(
      scene: try CameraScene(.image(path: source)), permissions: .all(.authorized), link: link)
    defer { camera.end() }
    _ = try await camera.ask(
      .cameraStart,
      CameraStart(
        device: CameraDevice.back.uniqueID, outputs: [.photo], width: 640, height: 480,
        frameRate: 30, pixelFormat: "BGRA", deliversFrames: false))
    let answer = try await PhotoCaptureHandler(camera: camera.service, link: link).ask(
      .photoCapture,
      PhotoCapture(uniqueID: 1, codec: "jpeg", flashMode: .off, rotationAngle: 0, mirrored: false))
    let memory = MemoryFile(adopting: try #require(answer.descriptors.first))
    return try memory.read(maximumBytes: 1 << 20)
  }

  @Test("arithmetic coding and 12 bits are refused by name", arguments: ["-arithmetic", "12 bits"])
  func refused(_ what: String) async throws {
    let plain = scratch.path("plain.jpg")
    try await ImageTools.makePicture(plain, size: "96x64")
    var bytes = try contents(plain)
    if what == "12 bits" {
      let frame = try JPEGBytes.frame(in: bytes)
      bytes[frame + 4] = 12
    } else {
      let file = scratch.path("other.jpg")
      try await ImageTools.run("jpegtran", what, "-outfile", file, plain)
      bytes = try contents(file)
    }
    do throws(ServiceError) {
      _ = try ImageDecoder().decode(bytes, name: "rare")
      Issue.record("it was decoded")
    } catch {
      #expect(error.code == .unsupportedImage && !error.detail.isEmpty)
    }
  }
}

/// Changes to JPEG files that no program makes.
enum JPEGBytes {
  /// A file's bytes with an Exif segment at their beginning that says an orientation.
  static func withOrientation(_ orientation: ImageOrientation, in bytes: [UInt8]) -> [UInt8] {
    let block: [UInt8] =
      Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8) + [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
    return inserted(segment(0xE1, block), in: bytes)
  }

  /// A file's bytes with a colour profile in so many segments.
  ///
  /// It is sRGB in name only, and so changes no pixel for whoever does not believe it.
  static func withProfile(pieces: Int, in bytes: [UInt8]) -> [UInt8] {
    (1...pieces).reversed().reduce(bytes) { bytes, number in
      let head = Array("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(pieces)]
      return inserted(segment(0xE2, head + [UInt8](repeating: 0x20, count: 300)), in: bytes)
    }
  }

  /// A file's bytes whose Adobe segment says that its inks are turned another way.
  static func withAdobeTransform(_ transform: UInt8, in bytes: [UInt8]) throws -> [UInt8] {
    var bytes = bytes
    let name = Array("Adobe".utf8)
    let place = try #require(
      bytes.indices.dropLast(12).first { bytes[$0..<($0 + 5)].elementsEqual(name) })
    bytes[place + 11] = transform
    return bytes
  }

  /// Where the frame header begins.
  static func frame(in bytes: [UInt8]) throws -> Int {
    try #require(
      bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) })
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  private static func inserted(_ segment: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    bytes.prefix(2) + segment + bytes.dropFirst(2)
  }
}
