// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// The sample camera app that ships with lockhost, the device's camera until another is chosen.
enum ShippedSample {
  /// Where it may be, seen from the folder of the program: beside it, where packages put it, and
  /// where this repository's makefile builds it.
  private static let places = ["", "/../share/lockhost", "/../../fixtures"]

  /// The path of its bundle.
  ///
  /// - Throws: `HostError` with `noSample`, naming where it was looked for last.
  static func path() throws(HostError) -> String {
    let folder: String
    do {
      folder = try ProgramFolder.path()
    } catch {
      throw .system(error)
    }
    let candidates = places.map { "\(folder)\($0)/CameraSample.app" }
    guard let found = candidates.first(where: { unsafe access($0, F_OK) == 0 }) else {
      throw .noSample(path: candidates[candidates.count - 1])
    }
    return found
  }
}
