// SPDX-License-Identifier: MIT

/// The index of a QuickTime film whose frames are JPEG pictures: its `moov` atom.
///
/// Apple's "QuickTime File Format Specification", with the atoms that players need and no others.
/// The same frames give the same bytes, but for the dates.
struct QuickTimeIndex {
  /// Ticks of a second.
  static let timescale = 90_000
  /// Seconds from 1904, where QuickTime's dates begin, to 1970.
  private static let epoch = 2_082_844_800.0

  let width: Int
  let height: Int
  /// How far the film is turned clockwise for whoever looks at it: 0, 90, 180 or 270.
  let rotationAngle: Int
  /// Whether it is mirrored after that.
  let mirrored: Bool
  /// When it was taken, in seconds since 1970.
  let created: Double
  /// Where each frame begins in the file, and how many bytes it has.
  var samples: [(offset: Int, count: Int)] = []
  /// How long each frame is shown, in ticks.
  var durations: [UInt32] = []

  /// The whole length, in ticks.
  var duration: UInt32 { durations.reduce(0, &+) }

  /// The first atom of the file, which says what it is.
  static let fileType: [UInt8] = atom("ftyp") {
    Array("qt  ".utf8) + big(0x200) + Array("qt  ".utf8)
  }

  /// The bytes of the index.
  func atom() -> [UInt8] {
    Self.atom("moov") {
      Self.atom("mvhd") { movieHeader } + Self.atom("trak") { trackHeader + media }
    }
  }

  // MARK: Parts

  private var date: [UInt8] { Self.big(UInt32(clamping: Int(created + Self.epoch))) }

  private var movieHeader: [UInt8] {
    Self.big(0) + date + date + Self.big(UInt32(Self.timescale)) + Self.big(duration)
      + Self.big(0x0001_0000) + [1, 0] + [UInt8](repeating: 0, count: 10) + Self.identity
      + [UInt8](repeating: 0, count: 24) + Self.big(2)
  }

  private var trackHeader: [UInt8] {
    Self.atom("tkhd") {
      // Flags: enabled, in the film, in the preview.
      let times = Self.big(7) + date + date + Self.big(1) + Self.big(0) + Self.big(duration)
      let place = [UInt8](repeating: 0, count: 16)
      let size = Self.big(UInt32(width) << 16) + Self.big(UInt32(height) << 16)
      return times + place + matrix + size
    }
  }

  private var media: [UInt8] {
    Self.atom("mdia") {
      let header = Self.atom("mdhd") {
        Self.big(0) + date + date + Self.big(UInt32(Self.timescale)) + Self.big(duration) + [
          0, 0, 0, 0,
        ]
      }
      return header + Self.handler("mhlr", "vide") + information
    }
  }

  private var information: [UInt8] {
    Self.atom("minf") {
      let video = Self.atom("vmhd") {
        Self.big(1) + [0, 0x40]
          + [0x80, 0, 0x80, 0, 0x80, 0]
      }
      let data = Self.atom("dinf") {
        Self.atom("dref") { Self.big(0) + Self.big(1) + Self.atom("alis") { Self.big(1) } }
      }
      return video + Self.handler("dhlr", "alis") + data + table
    }
  }

  private var table: [UInt8] {
    Self.atom("stbl") {
      let description = Self.atom("stsd") { Self.big(0) + Self.big(1) + sampleDescription }
      var runs: [(count: UInt32, duration: UInt32)] = []
      for duration in durations {
        if runs.last?.duration == duration {
          runs[runs.count - 1].count += 1
        } else {
          runs.append((1, duration))
        }
      }
      let times = Self.atom("stts") {
        Self.big(0) + Self.big(UInt32(runs.count))
          + runs.flatMap { Self.big($0.count) + Self.big($0.duration) }
      }
      let chunks = Self.atom("stsc") {
        Self.big(0) + Self.big(1) + Self.big(1) + Self.big(1) + Self.big(1)
      }
      let sizes = Self.atom("stsz") {
        Self.big(0) + Self.big(0) + Self.big(UInt32(samples.count))
          + samples.flatMap { Self.big(UInt32($0.count)) }
      }
      let offsets = Self.atom("stco") {
        Self.big(0) + Self.big(UInt32(samples.count))
          + samples.flatMap { Self.big(UInt32($0.offset)) }
      }
      return description + times + chunks + sizes + offsets
    }
  }

  private var sampleDescription: [UInt8] {
    Self.atom("jpeg") {
      let reference: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
      let vendor = Self.big(0) + Array("lkht".utf8) + Self.big(512) + Self.big(512)
      let size = [UInt8(width >> 8), UInt8(width & 0xFF), UInt8(height >> 8), UInt8(height & 0xFF)]
      let resolution = Self.big(72 << 16) + Self.big(72 << 16) + Self.big(0) + [0, 1]
      let name = Array("Photo - JPEG".utf8)
      let padded = [UInt8(name.count)] + name + [UInt8](repeating: 0, count: 31 - name.count)
      return reference + vendor + size + resolution + padded + [0, 24, 0xFF, 0xFF]
    }
  }

  /// Where a point of the stored picture goes: x' = a x + c y + tx, y' = b x + d y + ty.
  private var matrix: [UInt8] {
    let flip = mirrored ? -1 : 1
    let (a, b, c, d, x, y): (Int, Int, Int, Int, Int, Int) =
      switch rotationAngle {
      case 90: (0, 1, -flip, 0, mirrored ? 0 : height, 0)
      case 180: (-flip, 0, 0, -1, mirrored ? 0 : width, height)
      case 270: (0, -1, flip, 0, mirrored ? height : 0, width)
      default: (flip, 0, 0, 1, mirrored ? width : 0, 0)
      }
    return Self.fixed(a) + Self.fixed(b) + Self.big(0) + Self.fixed(c) + Self.fixed(d) + Self.big(0)
      + Self.fixed(x) + Self.fixed(y) + Self.big(0x4000_0000)
  }

  private static let identity =
    fixed(1) + big(0) + big(0) + big(0) + fixed(1) + big(0) + big(0) + big(0) + big(0x4000_0000)

  private static func handler(_ type: String, _ subtype: String) -> [UInt8] {
    atom("hdlr") {
      big(0) + Array(type.utf8) + Array(subtype.utf8) + [UInt8](repeating: 0, count: 12) + [0]
    }
  }

  private static func atom(_ name: String, _ content: () -> [UInt8]) -> [UInt8] {
    let content = content()
    return big(UInt32(content.count + 8)) + Array(name.utf8) + content
  }

  /// A whole number as 16 bits before the point and 16 behind it.
  private static func fixed(_ number: Int) -> [UInt8] {
    big(UInt32(bitPattern: Int32(number) << 16))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [
      UInt8(number >> 24), UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF),
      UInt8(number & 0xFF),
    ]
  }
}
