// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting

/// Judges pictures with programs that are not ours.
enum Picture {
  /// What the simulated camera sees in most tests.
  static var hillside: String { SourceTree.path("Examples/Pictures/hillside.jpg") }

  /// The size of a picture once it is turned upright.
  static func uprightSize(of path: String) async throws -> String {
    let run = try await ProgramRun.run(
      "convert", [path, "-auto-orient", "-format", "%wx%h", "info:"])
    return run.output
  }

  /// The mean difference of each channel of two pictures, both turned upright, of 255.
  ///
  /// The second is brought to the first's size: the camera may have a sensor of another size.
  static func meanDifferences(_ first: String, _ second: String) async throws -> [Double] {
    let size = try await uprightSize(of: first)
    let run = try await ProgramRun.run(
      "convert",
      [
        "(", first, "-auto-orient", "-alpha", "off", ")",
        "(", second, "-auto-orient", "-alpha", "off", "-resize", "\(size)!", ")",
        "-compose", "difference", "-composite",
        "-format", "%[fx:mean.r*255] %[fx:mean.g*255] %[fx:mean.b*255]", "info:",
      ])
    return run.output.split(separator: " ").compactMap { Double($0) }
  }

  /// What exiftool reads from a file, by tag name.
  static func tags(of path: String) async throws -> [String: String] {
    let run = try await ProgramRun.run("exiftool", ["-s", "-a", path])
    var tags: [String: String] = [:]
    for line in run.lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      tags[parts[0].trimmingCharacters(in: .whitespaces)] =
        parts[1].trimmingCharacters(in: .whitespaces)
    }
    return tags
  }
}
