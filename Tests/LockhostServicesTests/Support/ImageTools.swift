// SPDX-License-Identifier: MIT

import Foundation
import LockhostServices
import LockhostTesting

/// The programs that make the pictures of these tests and judge what comes out.
enum ImageTools {
  static let names = ["convert", "exiftool", "identify", "jpeginfo", "jpegtran"]

  /// What a skipped test says.
  static let hint: String = "needs \(names.joined(separator: ", ")); see Scripts/bootstrap"

  /// Whether the tests that need them run.
  ///
  /// Where `CI` is set they always do, and fail if a program is missing.
  static var areInstalled: Bool {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    return names.allSatisfy { ProgramRun.find($0) != nil }
  }

  /// Runs one of them, which must end well.
  @discardableResult
  static func run(_ name: String, _ arguments: String...) async throws -> String {
    try await run(name, arguments)
  }

  /// Runs one of them, which must end well.
  @discardableResult
  static func run(_ name: String, _ arguments: [String]) async throws -> String {
    let run = try await ProgramRun.run(name, arguments)
    guard run.status == 0 else {
      throw ToolFailure(command: ([name] + arguments).joined(separator: " "), run: run)
    }
    return run.output
  }

  /// Makes a picture with colours, edges and noise, unlike itself in every turn.
  static func makePicture(
    _ path: String, size: String = "320x240", _ extra: [String] = []
  ) async throws {
    try await run(
      "convert",
      [
        "-size", size, "plasma:tomato-steelblue", "-seed", "1", "-fill", "yellow", "-draw",
        "rectangle 10,10 90,50", "-fill", "black", "-draw", "circle 240,160 260,180", "-depth", "8",
      ] + extra + [path])
  }

  /// The pixels of a file, upright, as ImageMagick sees them.
  static func pixels(_ path: String, in scratch: ScratchFolder) async throws -> [UInt8] {
    let raw = scratch.path("raw-\(UUID().uuidString).bgra")
    var (readable, turn) = (path, ["-auto-orient"])
    if path.hasSuffix(".heic") {
      // ImageMagick asks libheif for colours at half size, whatever is in the file. And libheif
      // turns by the file's own boxes already; EXIF would turn it again.
      readable = raw + ".png"
      turn = []
      try await run("heif-convert", path, readable)
    }
    try await run(
      "convert",
      [readable] + turn + [
        "-background", "black", "-alpha", "remove", "-alpha", "off", "-colorspace", "sRGB",
        "-depth", "8", "bgra:\(raw)",
      ])
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
  }

  /// What exiftool finds wrong with a file; empty for a clean one.
  static func complaints(_ path: String) async throws -> String {
    let run = try await ProgramRun.run(
      "exiftool", ["-validate", "-warning", "-error", "-a", "-S", path])
    return run.lines.filter { $0 != "Validate: OK" }.joined(separator: "\n") + run.errors
  }

  /// One tag of a file, as a number.
  static func tag(_ name: String, of path: String) async throws -> String {
    try await run("exiftool", "-n", "-S", "-s", "-\(name)", path)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// A program that was to make or judge a picture, and did not.
struct ToolFailure: Error, CustomStringConvertible {
  let command: String
  let run: ProgramRun

  var description: String { "\(command): \(run.end)\n\(run.errors)" }
}

/// How far two pictures are apart: the mean difference of each channel, of 255.
func meanDifferences(_ first: [UInt8], _ second: [UInt8]) -> [Double] {
  guard first.count == second.count, !first.isEmpty else { return [255, 255, 255] }
  var sums = [0, 0, 0]
  unsafe first.withUnsafeBufferPointer { first in
    unsafe second.withUnsafeBufferPointer { second in
      for index in stride(from: 0, to: first.count, by: 4) {
        for channel in 0..<3 {
          sums[channel] += unsafe abs(
            Int(first[index + channel]) - Int(second[index + channel]))
        }
      }
    }
  }
  return sums.map { Double($0) / Double(first.count / 4) }
}

extension BGRAImage {
  /// The pixels as bytes in memory.
  var bytes: [UInt8] { unsafe pixels.withUnsafeBytes { unsafe Array($0) } }
}

/// The bytes of a file.
func contents(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Writes bytes to a file.
func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}
