// SPDX-License-Identifier: MIT

import Foundation
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostTesting
import Testing

@testable import Lockhost

/// Damaged files through everything that looks at files of people and of guests.
///
/// `Scripts/fuzz-pictures FOLDER` runs it over a corpus, with many rounds; here it has a few seeds.
@Suite("Fuzzed pictures")
struct PictureFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let corpus = environment["LOCKHOST_FUZZ_CORPUS"]
  private static let rounds = environment["LOCKHOST_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 60

  private func seeds() throws -> [(name: String, bytes: [UInt8])] {
    guard let corpus = Self.corpus else {
      let jpeg = try JPEGEncoder.encode(
        TestPattern(width: 80, height: 56).image(frame: 9), exif: Self.exif)
      let picture = SourceTree.path("Examples/Pictures/hillside.jpg")
      return [
        ("pattern", jpeg), ("png", Self.png), ("deep png", Self.deepPNG),
        ("hillside", try file(picture)),
      ]
    }
    guard let found = FileManager.default.enumerator(atPath: corpus) else { return [] }
    return try found.compactMap { $0 as? String }.sorted().compactMap { name in
      let bytes = try file(corpus + "/" + name)
      return bytes.isEmpty || bytes.count > 4 << 20 ? nil : (name, bytes)
    }
  }

  private func file(_ path: String) throws -> [UInt8] {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      !isFolder.boolValue
    else { return [] }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("no damaged picture ends the host or its decoder, or makes either do what it may not")
  func fuzz() async throws {
    let spawner = try Spawner()
    let sandboxed = SandboxedDecoder(spawner: spawner)
    let seeds = try seeds()
    #expect(!seeds.isEmpty)
    let (rounds, number): (Int, UInt64) = (Self.rounds, UInt64.random(in: .min ... .max))
    let findings = await WorkQueue.run {
      var random = SeededGenerator(seed: number)
      var findings: [String] = []
      var (decoded, refused) = (0, 0)
      let decoder = ImageDecoder(pixels: sandboxed)
      for seed in seeds {
        for round in 0...rounds {
          var bytes = round == 0 ? seed.bytes : Self.damage(seed.bytes, with: &random)
          // Every other PNG with checksums that fit, or the damage would not get past them.
          if round % 2 == 1 { Self.mendChecksums(&bytes) }
          do throws(ServiceError) {
            _ = try decoder.decode(bytes, name: seed.name)
            decoded += 1
          } catch {
            refused += 1
            if error.code == .decoderFailed {
              findings.append("\(seed.name), round \(round) of \(number): \(error)")
            }
          }
          Self.judge(bytes)
        }
      }
      print("fuzzed pictures: \(seeds.count) seeds, \(decoded) decoded, \(refused) refused")
      return findings
    }
    #expect(findings.isEmpty, "\(findings)")
    #expect(sandboxed.runningProgram?.violations.isEmpty ?? true)
  }

  /// As the photo library judges what a guest hands in, in this process.
  private static func judge(_ bytes: [UInt8]) {
    for kind in [PhotoRecord.MediaType.image, .video] {
      _ = Result { () throws(ServiceError) in
        try PhotoContent(judging: bytes, claimed: kind, claimedType: nil, name: "fuzz")
      }
    }
  }

  private static func damage(_ bytes: [UInt8], with random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...10, using: &random) where bytes.count > 8 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert([0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0, at: place)
      case 4: bytes.removeLast(Int.random(in: 0..<max(1, bytes.count / 4), using: &random))
      default:
        let end = min(bytes.count, place + Int.random(in: 1...64, using: &random))
        bytes.insert(
          contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &random)
        )
      }
    }
    return bytes
  }

  /// Writes the checksum of each chunk of a PNG file anew, as far as there are chunks.
  private static func mendChecksums(_ bytes: inout [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return }
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = place + 8 + length
      guard end + 4 <= bytes.count else { return }
      var sum = UInt32.max
      for byte in bytes[(place + 4)..<end] {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
      }
      for index in 0..<4 {
        bytes[end + index] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * index))
      }
      place = end + 4
    }
  }

  /// A 16-bit PNG of 2 × 2 grey pixels in seven passes.
  private static var deepPNG: [UInt8] {
    var bytes: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
      2, 0, 0, 0, 2, 16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 22, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 1,
      11, 0, 0xF4, 0xFF, 0, 0x12, 0x34, 0, 0x56, 0x78, 0, 0x9A, 0xBC, 0xDE, 0xF0, 0x0F, 0x05, 0x04,
      0x39, 0, 0, 0, 0, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0, 0, 0, 0,
    ]
    mendChecksums(&bytes)
    return bytes
  }

  /// A block that says orientation 6.
  private static let exif: [UInt8] =
    Array("MM\0*\0\0\0\u{8}".utf8) + [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]

  /// A PNG of 2 × 1 pixels, of which one is half transparent.
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0xF4, 0x22, 0x7F,
    0x8A, 0x00, 0x00, 0x00, 0x0F, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0xF0,
    0x1F, 0x08, 0x1B, 0x00, 0x10, 0x79, 0x03, 0x7E, 0x7D, 0x63, 0xCE, 0xD7, 0x00, 0x00, 0x00, 0x00,
    0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
