// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostServices
import LockhostTesting
import Testing

@Suite(
  "Hostile pictures", .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint)))
struct HostileImagesTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func code(_ bytes: [UInt8]) -> ServiceError.Code? {
    do throws(ServiceError) {
      _ = try ImageDecoder().decode(bytes, name: "hostile")
      return nil
    } catch {
      return error.code
    }
  }

  private func code(path: String) -> ServiceError.Code? {
    do throws(ServiceError) {
      _ = try ImageDecoder().decode(path: path)
      return nil
    } catch {
      return error.code
    }
  }

  private func picture(_ ending: String, _ options: [String] = []) async throws -> [UInt8] {
    let file = scratch.path("picture.\(ending)")
    try await ImageTools.makePicture(file, options)
    return try contents(file)
  }

  /// A baseline JPEG's frame header that says another size.
  private func resized(_ bytes: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    var bytes = bytes
    let frame = try #require(
      bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) })
    bytes[frame + 5] = UInt8(height >> 8)
    bytes[frame + 6] = UInt8(height & 0xFF)
    bytes[frame + 7] = UInt8(width >> 8)
    bytes[frame + 8] = UInt8(width & 0xFF)
    return bytes
  }

  @Test("a JPEG that ends early is truncated, wherever it ends")
  func truncatedJPEG() async throws {
    let bytes = try await picture("jpg")
    #expect(code(bytes) == nil)
    for length in stride(from: 4, to: bytes.count, by: max(1, bytes.count / 60)) {
      #expect(code(Array(bytes.prefix(length))) == .truncatedImage, "\(length) of \(bytes.count)")
    }
    #expect(code(Array(bytes.dropLast(1))) == .truncatedImage)
  }

  @Test("a JPEG that ends early and pretends not to is found out by its decoder")
  func disguised() async throws {
    let bytes = try await picture("jpg")
    #expect(code(Array(bytes.prefix(bytes.count / 2)) + [0xFF, 0xD9]) == .truncatedImage)
  }

  @Test("a PNG that ends early is truncated, wherever it ends")
  func truncatedPNG() async throws {
    let bytes = try await picture("png")
    #expect(code(bytes) == nil)
    for length in stride(from: 8, to: bytes.count, by: max(1, bytes.count / 60)) {
      #expect(code(Array(bytes.prefix(length))) == .truncatedImage, "\(length) of \(bytes.count)")
    }
  }

  @Test("a header of 60,000 × 60,000 is too large, before anything is allocated")
  func huge() async throws {
    let jpeg = try resized(try await picture("jpg"), width: 60_000, height: 60_000)
    #expect(code(jpeg) == .imageTooLarge)
    // Too large even if it is also too short: the size stands first.
    #expect(code(Array(jpeg.prefix(jpeg.count / 2))) == .imageTooLarge)
    var png = try await picture("png")
    png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    #expect(code(png) == .imageTooLarge)
    png.replaceSubrange(16..<24, with: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(code(png) == .imageTooLarge)
    png.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(code(png) == .corruptImage)
    // Each side is within its limit, both together are not.
    #expect(
      code(try resized(try await picture("jpg"), width: 12_000, height: 12_000)) == .imageTooLarge)
  }

  @Test("a header that promises more rows than there are is damage, not grey")
  func missingRows() async throws {
    let jpeg = try resized(try await picture("jpg"), width: 320, height: 2400)
    #expect([.truncatedImage, .corruptImage].contains(code(jpeg)))
  }

  @Test(
    "what is no picture is not one",
    arguments: [
      "", "GIF", "hello, this is text\n", "\u{FF}\u{D8}", "%PDF-1.4\n", "<svg></svg>", "BM",
    ])
  func garbage(_ text: String) {
    #expect(code(Array(text.utf8)) == .notAnImage)
  }

  @Test("other formats are named as such", arguments: ["gif", "tiff", "webp", "bmp"])
  func otherFormats(_ ending: String) async throws {
    let file = scratch.path("picture.\(ending)")
    let run = try await ProgramRun.run("convert", ["-size", "40x40", "xc:red", file])
    guard run.status == 0 else {
      print("ImageMagick writes no \(ending) here")
      #expect(ProcessInfo.processInfo.environment["CI"] == nil)
      return
    }
    #expect(code(path: file) == .unsupportedImage)
  }

  @Test("kinds of JPEG that hardly anybody writes are not supported")
  func rareKinds() async throws {
    var bytes = try await picture("jpg")
    let frame = try #require(
      bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    let twelveBits = bytes
    bytes[frame + 1] = 0xC9
    #expect(code(bytes) == .unsupportedImage)
    bytes = twelveBits
    bytes[frame + 4] = 12
    #expect(code(bytes) == .unsupportedImage)
    bytes[frame + 4] = 8
    bytes[frame + 9] = 2
    #expect(code(bytes) == .unsupportedImage)
  }

  @Test("files that cannot be read, and things that are no files")
  func files() throws {
    #expect(code(path: scratch.path("missing.jpg")) == .unreadable)
    #expect(code(path: scratch.path) == .unreadable)
    let pipe = scratch.path("pipe.jpg")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    // Would wait for ever if it were opened as a file is.
    #expect(code(path: pipe) == .unreadable)
    #expect(code(path: "/dev/zero") == .unreadable)
    let sparse = scratch.path("sparse.jpg")
    _ = FileManager.default.createFile(atPath: sparse, contents: nil)
    #expect(unsafe truncate(sparse, 65 << 20) == 0)
    #expect(code(path: sparse) == .fileTooLarge)
  }

  @Test("a thousand damaged files end in a picture or an error, never worse")
  func damaged() async throws {
    var random = SeededGenerator(seed: 4)
    let originals = [
      try await picture("jpg", ["-resize", "64x48"]),
      try await picture("jpg", ["-resize", "64x48", "-interlace", "JPEG"]),
      try await picture("png", ["-resize", "64x48"]),
    ]
    var refused = 0
    for round in 0..<1000 {
      var bytes = originals[round % originals.count]
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(0xFF, at: place)
        }
      }
      if code(bytes) != nil { refused += 1 }
    }
    #expect(refused > 500)
  }
}
