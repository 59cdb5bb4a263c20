// SPDX-License-Identifier: MIT

/// Finds the pictures of a YUV4MPEG2 file, as mjpegtools' `yuv4mpeg(5)` describes it.
struct Y4MReader {
  /// How the colours of a file lie beside its brightness.
  struct Layout: Hashable, Sendable {
    let width: Int
    let height: Int
    /// How many pixels share a colour across and down; 0 for a file without colours.
    let across: Int
    let down: Int
    let isFullRange: Bool

    var chromaWidth: Int { across == 0 ? 0 : (width + across - 1) / across }
    var chromaHeight: Int { down == 0 ? 0 : (height + down - 1) / down }
    var byteCount: Int { width * height + 2 * chromaWidth * chromaHeight }
  }

  let storage: VideoStorage
  let limits: ImageLimits

  private static let maximumLineBytes = 1024

  /// Reads the header and walks the frames.
  ///
  /// - Throws: `ServiceError` with `unsupportedVideo`, `imageTooLarge` or `corruptImage`.
  func index() throws(ServiceError) -> VideoFile.Index {
    guard let header = line(at: 0) else { throw unsupported("its header does not end") }
    let (layout, rate) = try parse(header)
    var entries: [VideoFile.Index.Entry] = []
    var position = header.utf8.count + 1
    while let frame = line(at: position), frame.hasPrefix("FRAME") {
      let start = position + frame.utf8.count + 1
      // A last frame that is cut off is left out.
      guard start + layout.byteCount <= storage.byteCount else { break }
      entries.append(VideoFile.Index.Entry(offset: start, count: layout.byteCount))
      guard entries.count <= VideoFile.maximumFrames else {
        throw unsupported("it holds more than \(VideoFile.maximumFrames) pictures")
      }
      position = start + layout.byteCount
    }
    return VideoFile.Index(entries: entries, rate: rate) { bytes in
      BGRAImage(planes: bytes, layout)
    }
  }

  private func line(at offset: Int) -> String? {
    let bytes = storage.readUp(to: Self.maximumLineBytes, at: offset)
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    guard bytes[..<end].allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private func parse(_ header: String) throws(ServiceError) -> (Layout, Double) {
    var (width, height, rate) = (0, 0, 25.0)
    var color = "420"
    var isFullRange = false
    for field in header.split(separator: " ").dropFirst() {
      let value = field.dropFirst()
      switch field.first {
      case "W": width = Int(value) ?? 0
      case "H": height = Int(value) ?? 0
      case "C": color = String(value)
      case "F":
        let parts = value.split(separator: ":").compactMap { Double($0) }
        guard parts.count == 2, parts[1] > 0 else { throw unsupported("its rate is \(value)") }
        rate = parts[0] / parts[1]
      case "X": isFullRange = isFullRange || value == "COLORRANGE=FULL"
      default: break
      }
    }
    guard VideoFile.rates.contains(rate) else { throw unsupported("its rate is \(rate)") }
    try limits.check(width: width, height: height, of: storage.path)
    let shares: (across: Int, down: Int)
    switch color {
    case "420", "420jpeg", "420mpeg2", "420paldv": shares = (2, 2)
    case "422": shares = (2, 1)
    case "444": shares = (1, 1)
    case "411": shares = (4, 1)
    case "mono": shares = (0, 0)
    default: throw unsupported("its colours are laid out as \(color), with more than 8 bits")
    }
    return (
      Layout(
        width: width, height: height, across: shares.across, down: shares.down,
        isFullRange: isFullRange), rate
    )
  }

  private func unsupported(_ detail: String) -> ServiceError {
    ServiceError(.unsupportedVideo, storage.path, detail)
  }
}

extension BGRAImage {
  /// Makes a picture of a plane of brightness and two of colour.
  ///
  /// - Precondition: There are as many bytes as the layout has.
  init(planes bytes: [UInt8], _ layout: Y4MReader.Layout) {
    precondition(bytes.count == layout.byteCount, "planes and layout differ")
    let count = layout.width * layout.height
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { target, filled in
      unsafe bytes.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<layout.height {
          unsafe Self.convert(row: row, of: source, layout, into: target + row * layout.width)
        }
      }
      filled = count
    }
    self.init(width: layout.width, height: layout.height, pixels: pixels)
  }

  /// Converts one row.
  ///
  /// By shares of a colour, and without a division for each pixel, which would take longer than all
  /// the rest.
  private static func convert(
    row: Int, of source: UnsafePointer<UInt8>, _ layout: Y4MReader.Layout,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let matrix = ColorMatrix(isFullRange: layout.isFullRange)
    let (width, across) = (layout.width, layout.across)
    let luma = unsafe source + row * width
    guard across > 0 else {
      for column in 0..<width { unsafe target[column] = matrix.pixel(luma[column], 128, 128) }
      return
    }
    let blue = unsafe source + width * layout.height + row / layout.down * layout.chromaWidth
    let red = unsafe blue + layout.chromaWidth * layout.chromaHeight
    let pairs = across == 2 ? width / 2 : 0
    for pair in 0..<pairs {
      let shade = unsafe matrix.shade(blue[pair], red[pair])
      unsafe target[2 &* pair] = matrix.pixel(luma[2 &* pair], shade)
      unsafe target[2 &* pair &+ 1] = matrix.pixel(luma[2 &* pair &+ 1], shade)
    }
    for column in (2 * pairs)..<width {
      unsafe target[column] = matrix.pixel(
        luma[column], blue[column / across], red[column / across])
    }
  }
}

/// From brightness and two colour differences to a pixel: ITU-R BT.601.
struct ColorMatrix {
  private let lumaScale: Int32
  private let lumaOffset: Int32
  private let redFromRed: Int32
  private let greenFromBlue: Int32
  private let greenFromRed: Int32
  private let blueFromBlue: Int32

  /// - Parameter isFullRange: Whether black is 0, as in JPEG, and not 16, as in video.
  init(isFullRange: Bool) {
    func fixed(_ number: Double) -> Int32 { Int32((number * 65_536).rounded()) }
    let (luma, chroma) = isFullRange ? (1.0, 1.0) : (255.0 / 219, 255.0 / 224)
    lumaScale = fixed(luma)
    lumaOffset = isFullRange ? 0 : 16
    redFromRed = fixed(1.402 * chroma)
    greenFromBlue = fixed(-0.344_136 * chroma)
    greenFromRed = fixed(-0.714_136 * chroma)
    blueFromBlue = fixed(1.772 * chroma)
  }

  /// What two colour differences add to a brightness.
  struct Shade {
    fileprivate let red: Int32
    fileprivate let green: Int32
    fileprivate let blue: Int32
  }

  /// What two colour differences add to any brightness that they share.
  @inline(__always)
  func shade(_ blue: UInt8, _ red: UInt8) -> Shade {
    let (blue, red) = (Int32(blue) &- 128, Int32(red) &- 128)
    return Shade(
      red: redFromRed &* red, green: greenFromBlue &* blue &+ greenFromRed &* red,
      blue: blueFromBlue &* blue)
  }

  /// The pixel of a brightness and a shade.
  @inline(__always)
  func pixel(_ luma: UInt8, _ shade: Shade) -> UInt32 {
    let base = (Int32(luma) &- lumaOffset) &* lumaScale &+ 32_768
    return 0xFF00_0000 | Self.level(base &+ shade.red) &<< 16
      | Self.level(base &+ shade.green) &<< 8 | Self.level(base &+ shade.blue)
  }

  /// The pixel of a brightness and two colour differences.
  @inline(__always)
  func pixel(_ luma: UInt8, _ blue: UInt8, _ red: UInt8) -> UInt32 {
    pixel(luma, shade(blue, red))
  }

  @inline(__always)
  private static func level(_ fixed: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: max(0, min(255, fixed &>> 16)))
  }
}
