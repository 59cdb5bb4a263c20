// SPDX-License-Identifier: MIT

import Foundation
import LockhostServices
import LockhostTesting
import Testing

@Suite(
  "Decoding pictures", .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint)))
struct ImageDecoderTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A kind of file: what ImageMagick is told, the name's extension, and how far a decoder that
  /// rounds differently may be off.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let options: [String]
    let ending: String
    let tolerance: Double

    var testDescription: String { name }
  }

  /// Sixteen bits a sample, in seven passes.
  private static let deep = ["-define", "png:bit-depth=16", "-depth", "16", "-interlace", "PNG"]
  /// Without a word about how samples become light.
  private static let silent = ["-define", "png:exclude-chunks=gAMA,cHRM,sRGB"]

  static let kinds = [
    Kind(name: "baseline", options: ["-quality", "95"], ending: "jpg", tolerance: 1),
    Kind(
      name: "progressive", options: ["-quality", "90", "-interlace", "JPEG"], ending: "jpg",
      tolerance: 1),
    Kind(name: "grey", options: ["-colorspace", "Gray"], ending: "jpg", tolerance: 1),
    Kind(name: "CMYK", options: ["-colorspace", "CMYK"], ending: "jpg", tolerance: 2),
    Kind(
      name: "4:2:0", options: ["-sampling-factor", "2x2", "-quality", "80"], ending: "jpg",
      tolerance: 1),
    Kind(
      name: "4:1:0 with odd factors", options: ["-sampling-factor", "4x2"], ending: "jpg",
      tolerance: 1),
    Kind(
      name: "restart markers", options: ["-define", "jpeg:restart-interval=4"], ending: "jpg",
      tolerance: 1),
    Kind(name: "PNG", options: [], ending: "png", tolerance: 0),
    Kind(name: "16-bit PNG", options: ["-depth", "16"], ending: "png", tolerance: 1),
    Kind(
      name: "16-bit interlaced PNG", options: deep + silent, ending: "png", tolerance: 1),
    Kind(
      name: "16-bit interlaced grey PNG", options: ["-colorspace", "Gray"] + deep + silent,
      ending: "png", tolerance: 1),
    Kind(
      name: "16-bit interlaced transparent PNG",
      options: ["-alpha", "set", "-channel", "A", "-evaluate", "set", "50%"] + deep + silent,
      ending: "png", tolerance: 1),
    Kind(
      name: "16-bit interlaced PNG that states its gamma", options: deep, ending: "png",
      tolerance: 1),
    Kind(name: "interlaced PNG", options: ["-interlace", "PNG"], ending: "png", tolerance: 0),
    Kind(
      name: "palette PNG", options: ["-colors", "60", "-type", "Palette"], ending: "png",
      tolerance: 0),
    Kind(name: "grey PNG", options: ["-colorspace", "Gray"], ending: "png", tolerance: 0),
    Kind(
      name: "transparent PNG",
      options: ["-alpha", "set", "-channel", "A", "-evaluate", "set", "50%"],
      ending: "png", tolerance: 1),
    Kind(name: "1 × 1 PNG", options: ["-resize", "1x1!"], ending: "png", tolerance: 0),
    Kind(
      name: "odd size", options: ["-crop", "317x233+0+0", "+repage"], ending: "jpg", tolerance: 1),
  ]

  @Test("every kind of file decodes to what ImageMagick sees", arguments: kinds)
  func kind(_ kind: Kind) async throws {
    let file = scratch.path("picture.\(kind.ending)")
    try await ImageTools.makePicture(file, kind.options)
    let image = try ImageDecoder().decode(path: file)
    let expected = try await ImageTools.pixels(file, in: scratch)
    let differences = meanDifferences(image.bytes, expected)
    #expect(differences.allSatisfy { $0 <= kind.tolerance }, "\(differences)")
    #expect(image.pixels.allSatisfy { $0 >= 0xFF00_0000 })
  }

  @Test("a picture stands upright, whatever its EXIF orientation", arguments: 1...8)
  func orientation(_ number: Int) async throws {
    let file = scratch.path("turned.jpg")
    try await ImageTools.makePicture(file, ["-quality", "95"])
    try await ImageTools.run(
      "exiftool", "-q", "-overwrite_original", "-n", "-Orientation=\(number)", file)
    let image = try ImageDecoder().decode(path: file)
    #expect(image.width == (number >= 5 ? 240 : 320))
    #expect(image.height == (number >= 5 ? 320 : 240))
    let differences = meanDifferences(
      image.bytes, try await ImageTools.pixels(file, in: scratch))
    #expect(differences.allSatisfy { $0 <= 1 }, "\(differences)")
  }

  @Test("a big-endian EXIF block is read as well")
  func bigEndian() async throws {
    let file = scratch.path("turned.jpg")
    try await ImageTools.makePicture(file)
    try await ImageTools.run(
      "exiftool", "-q", "-overwrite_original", "-api", "ByteOrder=MM", "-n", "-Orientation=6", file)
    let header = try ImageHeader(bytes: try contents(file), name: file)
    #expect(header.orientation == .right)
    #expect(try contents(file).starts(with: [0xFF, 0xD8]))
  }

  @Test("stray bytes between segments, which some cameras write, are no damage")
  func strayBytes() async throws {
    let file = scratch.path("picture.jpg")
    try await ImageTools.makePicture(file)
    let bytes = try contents(file)
    let plain = try ImageDecoder().decode(bytes, name: "plain")
    let table = try #require(
      bytes.indices.dropLast(2).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDB })
    for place in [table, bytes.count - 2] {
      var strayed = bytes
      strayed.insert(contentsOf: [0, 0, 0x12, 0], at: place)
      #expect(try ImageDecoder().decode(strayed, name: "stray") == plain, "at byte \(place)")
      // A few: a file that is mostly something else is no picture. (Before the end they belong to
      // the scan.)
      guard place == table else { continue }
      strayed.insert(contentsOf: [UInt8](repeating: 0, count: 5000), at: place)
      #expect(throws: ServiceError.self) {
        _ = try ImageDecoder().decode(strayed, name: "stray")
      }
    }
  }
}
