// SPDX-License-Identifier: MIT

import Synchronization

/// A video file as a camera source: shown at its own rate, again and again.
///
/// Motion JPEG in AVI and YUV4MPEG2 (`.y4m`) are read, the two forms for which no library of
/// decoders has to be let near a file: the first by libjpeg-turbo, the second by hand.
final class VideoFile: MovingPicture {
  /// Where the pictures are in the file, and what they are.
  struct Index {
    /// One picture's bytes.
    struct Entry {
      let offset: Int
      let count: Int
    }

    let entries: [Entry]
    let rate: Double
    let decode: @Sendable ([UInt8]) throws(ServiceError) -> BGRAImage
  }

  /// The most pictures of a file: more than nine hours at 30 a second.
  static let maximumFrames = 1_000_000
  /// Rates that a file may claim.
  static let rates = 0.01...1000.0

  private struct Shown {
    var index: Int
    var picture: BGRAImage
  }

  private let storage: VideoStorage
  private let index: Index
  private let shown: Mutex<Shown>

  /// Opens a file, finds its pictures and decodes the first.
  ///
  /// - Throws: `ServiceError` with `unreadable`, `fileTooLarge`, `unsupportedVideo`, or what is wrong
  ///   with its first picture.
  init(path: String, decoder: ImageDecoder) throws(ServiceError) {
    storage = try VideoStorage(path: path)
    let head = storage.readUp(to: 12, at: 0)
    if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).elementsEqual("AVI ".utf8) {
      index = try AVIReader(storage: storage, decoder: decoder).index()
    } else if head.starts(with: Array("YUV4MPEG2".utf8)) {
      index = try Y4MReader(storage: storage, limits: decoder.limits).index()
    } else {
      throw ServiceError(.unsupportedVideo, path, "it begins like neither AVI nor YUV4MPEG2")
    }
    guard let first = index.entries.first else {
      throw ServiceError(.unsupportedVideo, path, "it holds no picture")
    }
    guard let bytes = storage.read(at: first.offset, count: first.count) else {
      throw ServiceError(.truncatedImage, path, "its first picture is cut off")
    }
    shown = Mutex(Shown(index: 0, picture: try index.decode(bytes)))
  }

  /// How many pictures there are.
  var count: Int { index.entries.count }

  /// Pictures a second.
  var rate: Double { index.rate }

  /// The number of the picture of a moment.
  func number(at seconds: Double) -> Int {
    guard seconds.isFinite, seconds > 0, seconds < 1e12 else { return 0 }
    // Half a millisecond is given, so that the rates' own rounding does not show a picture twice.
    return Int((seconds + 0.0005) * index.rate) % index.entries.count
  }

  func picture(at seconds: Double) -> BGRAImage {
    let number = number(at: seconds)
    return shown.withLock { shown in
      guard shown.index != number else { return shown.picture }
      let entry = index.entries[number]
      if let bytes = storage.read(at: entry.offset, count: entry.count),
        case .success(let picture) = Result(catching: { () throws(ServiceError) in
          try index.decode(bytes)
        })
      {
        shown.picture = picture
      }
      shown.index = number
      return shown.picture
    }
  }
}
