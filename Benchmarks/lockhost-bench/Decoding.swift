// SPDX-License-Identifier: MIT

import Foundation
import Lockhost
import LockhostSandbox
import LockhostServices
import LockhostSystem

/// What it costs that pictures are decoded in a sandbox.
enum Decoding {
  /// A photo of twelve megapixels and a film's picture, in this process, in a sandbox that is ready, and
  /// in one that is started for it.
  static func measure(count: Int) async throws -> Measurement {
    var measurement = Measurement()
    let scratch = try BenchmarkSources()
    defer { scratch.remove() }
    let photo = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try scratch.photo())))
    let frame = try JPEGEncoder.encode(
      TestPattern(width: 1920, height: 1080).image(frame: 1), quality: 85, exif: [])
    let spawner = try Spawner()
    let sandboxed = try scratch.decoder(spawner)
    for (name, bytes, count) in [("photo", photo, count), ("frame", frame, count * 5)] {
      for round in 0...count {
        for (place, decoder) in [("here", ImageDecoder()), ("sandboxed", sandboxed)] {
          let time = try await time(decoder, bytes)
          if round > 0 { measurement.note("\(name).\(place)", time) }
        }
        guard name == "photo", round < 10 else { continue }
        sandboxed.rest()
        measurement.note("photo.sandboxedAnew", try await time(sandboxed, bytes))
      }
    }
    return measurement
  }

  /// On a thread that may wait, as the host does it.
  private static func time(_ decoder: ImageDecoder, _ bytes: [UInt8]) async throws -> Duration {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            let begun = MonotonicInstant.now
            _ = try decoder.decode(bytes, name: "picture")
            return begun.duration(to: .now)
          })
      }
    }
  }
}
