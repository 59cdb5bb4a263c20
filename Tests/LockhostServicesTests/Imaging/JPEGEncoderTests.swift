// SPDX-License-Identifier: MIT

import Foundation
import LockhostServices
import LockhostTesting
import LockhostWire
import Testing

@Suite("Encoding photos", .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint)))
struct JPEGEncoderTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func metadata(
    _ image: BGRAImage, device: CameraDevice = .back, flash: PhotoMetadata.Flash = .offByChoice,
    orientation: ImageOrientation = .up
  ) -> PhotoMetadata {
    PhotoMetadata(
      width: image.width, height: image.height, orientation: orientation,
      time: PhotoTime(secondsSince1970: 1_796_023_265.25), device: device, flash: flash,
      uniqueID: "0123456789abcdef0123456789abcdef")
  }

  @Test("a photo satisfies exiftool, jpeginfo and identify", arguments: CameraDevice.all)
  func judged(_ device: CameraDevice) async throws {
    let image = TestPattern(width: 321, height: 243).image(frame: 7)
    let file = scratch.path("photo.jpg")
    try write(
      try JPEGEncoder.encode(image, exif: metadata(image, device: device).exif()), to: file)
    #expect(try await ImageTools.complaints(file) == "")
    #expect(try await ImageTools.run("jpeginfo", "-c", file).contains("OK"))
    #expect(
      try await ImageTools.run("identify", "-format", "%m %w %h %[depth]", file) == "JPEG 321 243 8"
    )
    let expected = [
      "Make": "lockhost", "Model": "Simulated Phone", "Orientation": "1",
      "ExposureTime": "0.0166666667",
      "ISO": device.position == .back ? "100" : "160",
      "FNumber": device.position == .back ? "1.8" : "2.2",
      "FocalLength": device.position == .back ? "5.1" : "2.7", "ExifImageWidth": "321",
      "ExifImageHeight": "243", "ColorSpace": "1",
      "ImageUniqueID": "0123456789abcdef0123456789abcdef",
      "SubSecTimeOriginal": "250",
    ]
    for (name, value) in expected {
      #expect(try await ImageTools.tag(name, of: file).hasPrefix(value.prefix(10)), "\(name)")
    }
    // The whole time, with its zone, is the moment that was given.
    let time = try await ImageTools.run(
      "exiftool", "-S", "-s", "-d", "%s", "-SubSecDateTimeOriginal", file)
    #expect(time.hasPrefix("1796023265"))
  }

  @Test("the same picture and data give the same bytes")
  func deterministic() throws {
    let image = TestPattern(width: 64, height: 48).image(frame: 1)
    let first = try JPEGEncoder.encode(image, exif: metadata(image).exif())
    #expect(try JPEGEncoder.encode(image, exif: metadata(image).exif()) == first)
    #expect(first.starts(with: [0xFF, 0xD8, 0xFF, 0xE1]))
  }

  @Test("what is encoded is what was there, also when it is noise")
  func faithful() async throws {
    let source = scratch.path("source.png")
    try await ImageTools.makePicture(source)
    let image = try ImageDecoder().decode(path: source)
    let bytes = try JPEGEncoder.encode(image, exif: metadata(image).exif())
    let back = try ImageDecoder().decode(bytes, name: "photo")
    let differences = meanDifferences(back.bytes, image.bytes)
    #expect(differences.allSatisfy { $0 < 3 }, "\(differences)")
    // Control: a bad encoding is told from a good one.
    let coarse = try JPEGEncoder.encode(image, quality: 20, exif: metadata(image).exif())
    let worse = meanDifferences(
      try ImageDecoder().decode(coarse, name: "photo").bytes, image.bytes)
    #expect(worse.contains { $0 > 4 }, "\(worse)")
  }

  @Test(
    "our reader finds the orientation that our writer wrote", arguments: ImageOrientation.allCases)
  func orientation(_ orientation: ImageOrientation) async throws {
    let image = TestPattern(width: 40, height: 30).image(frame: 0)
    let bytes = try JPEGEncoder.encode(
      image, exif: metadata(image, orientation: orientation).exif())
    #expect(try ImageHeader(bytes: bytes, name: "photo").orientation == orientation)
    let file = scratch.path("photo.jpg")
    try write(bytes, to: file)
    #expect(try await ImageTools.tag("Orientation", of: file) == "\(orientation.rawValue)")
  }

  @Test("EXIF data that does not fit its segment is refused")
  func tooMuchExif() {
    let image = TestPattern(width: 16, height: 16).image(frame: 0)
    #expect(throws: ServiceError.self) {
      try JPEGEncoder.encode(image, exif: [UInt8](repeating: 0, count: 65_526))
    }
    #expect(throws: Never.self) {
      try JPEGEncoder.encode(image, exif: [UInt8](repeating: 0, count: 65_525))
    }
  }
}
