// SPDX-License-Identifier: MIT

import Glibc

/// What a JPEG file says about itself, found by walking its markers.
///
/// Ours, in Swift, and run before libjpeg-turbo sees a byte: sizes are known before anything is
/// allocated, a file that ends early is known to (libjpeg only warns and fills the rest with grey),
/// and a picture that a guest hands in is judged without giving its bytes to a C library at all.
struct JPEGStructure: Hashable {
  /// Which colours the components mean.
  enum Color: Hashable {
    case grey, color, cmyk
  }

  /// Pixels across, as stored.
  let width: Int
  /// Pixels down, as stored.
  let height: Int
  /// What the components mean.
  let color: Color
  /// Whether ink values are stored upside down, as Adobe's programs do.
  let isInverted: Bool
  /// How the picture must be turned to stand upright.
  let orientation: ImageOrientation

  private static let maximumScans = 500
  /// How many bytes of a file may lie between its segments.
  private static let maximumStrays = 4096

  /// Walks a whole file.
  ///
  /// - Throws: `ServiceError` with `notAnImage`, `truncatedImage`, `imageTooLarge`,
  ///   `unsupportedImage` or `corruptImage`. The size is judged where it stands, so a huge picture
  ///   is too large and not truncated, even if it is both.
  init(bytes: [UInt8], limits: ImageLimits, name: String) throws(ServiceError) {
    var walk = Walk(reader: ByteReader(bytes[...], order: .big), limits: limits, name: name)
    try walk.run(over: bytes)
    guard let frame = walk.frame else {
      throw ServiceError(.corruptImage, name, "it has no frame header")
    }
    width = frame.width
    height = frame.height
    color =
      switch frame.components {
      case 1: .grey
      case 3: .color
      default: .cmyk
      }
    isInverted = walk.isAdobe
    orientation = walk.orientation ?? .up
  }

  private struct Frame {
    let width: Int
    let height: Int
    let components: Int
  }

  private struct Walk {
    let reader: ByteReader
    let limits: ImageLimits
    let name: String
    var position = 2
    var scans = 0
    var strays = 0
    var frame: Frame?
    var isAdobe = false
    var orientation: ImageOrientation?

    init(reader: ByteReader, limits: ImageLimits, name: String) {
      self.reader = reader
      self.limits = limits
      self.name = name
    }

    var truncated: ServiceError {
      ServiceError(.truncatedImage, name, "the file ends after \(reader.count) bytes")
    }

    func corrupt(_ detail: String) -> ServiceError {
      ServiceError(.corruptImage, name, detail)
    }

    mutating func run(over bytes: [UInt8]) throws(ServiceError) {
      guard reader.unsigned16(at: 0) == 0xFFD8 else { throw ServiceError(.notAnImage, name) }
      while true {
        let marker = try nextMarker()
        switch marker {
        case 0xD9:
          guard scans > 0 else { throw corrupt("it ends without a picture") }
          return
        case 0x01, 0xD0...0xD8: continue
        default: break
        }
        guard let length = reader.unsigned16(at: position) else { throw truncated }
        guard length >= 2 else { throw corrupt("marker FF\(hex(marker)) has length \(length)") }
        guard position + length <= reader.count else { throw truncated }
        let payload = bytes[(position + 2)..<(position + length)]
        position += length
        try take(marker, payload)
        if marker == 0xDA { try skipScan(bytes) }
      }
    }

    private mutating func nextMarker() throws(ServiceError) -> UInt8 {
      // Some cameras leave bytes between segments, which every decoder passes over.
      let start = position
      while let byte = reader.byte(at: position), byte != 0xFF {
        position += 1
        strays += 1
        guard strays <= JPEGStructure.maximumStrays else {
          throw corrupt("there is no marker at byte \(start)")
        }
      }
      while let byte = reader.byte(at: position) {
        position += 1
        if byte != 0xFF { return byte }
      }
      throw truncated
    }

    private mutating func take(_ marker: UInt8, _ payload: ArraySlice<UInt8>) throws(ServiceError) {
      switch marker {
      case 0xC0, 0xC1, 0xC2: try takeFrame(payload)
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        throw ServiceError(
          .unsupportedImage, name, "it is lossless, hierarchical or arithmetic-coded JPEG")
      case 0xDA:
        guard frame != nil else { throw corrupt("a scan comes before the frame header") }
        scans += 1
        guard scans <= JPEGStructure.maximumScans else {
          throw corrupt("it has more than \(JPEGStructure.maximumScans) scans")
        }
      case 0xE1 where orientation == nil && payload.starts(with: Array("Exif\0\0".utf8)):
        orientation = ImageOrientation(tiff: payload.dropFirst(6))
      case 0xEE where payload.starts(with: Array("Adobe".utf8)):
        isAdobe = true
      default: break
      }
    }

    private mutating func takeFrame(_ payload: ArraySlice<UInt8>) throws(ServiceError) {
      guard frame == nil else { throw corrupt("it has two frame headers") }
      let header = ByteReader(payload, order: .big)
      guard let precision = header.byte(at: 0), let height = header.unsigned16(at: 1),
        let width = header.unsigned16(at: 3), let components = header.byte(at: 5)
      else { throw corrupt("its frame header is too short") }
      guard precision == 8 else {
        throw ServiceError(.unsupportedImage, name, "it has \(precision) bits per sample, not 8")
      }
      guard height > 0 else {
        throw ServiceError(.unsupportedImage, name, "its height comes after the picture")
      }
      try limits.check(width: width, height: height, of: name)
      guard [1, 3, 4].contains(components) else {
        throw ServiceError(.unsupportedImage, name, "it has \(components) components")
      }
      frame = Frame(width: width, height: height, components: Int(components))
    }

    /// Goes to the first marker after entropy-coded data, where `FF 00` is a byte and `FF D0` to
    /// `FF D7` only restart the decoder.
    private mutating func skipScan(_ bytes: [UInt8]) throws(ServiceError) {
      let start = position
      let found = unsafe bytes.withUnsafeBytes { buffer -> Int? in
        guard let base = buffer.baseAddress else { return nil }
        var index = start
        while index < buffer.count - 1 {
          guard let hit = unsafe memchr(base + index, 0xFF, buffer.count - 1 - index) else {
            return nil
          }
          index = unsafe base.distance(to: UnsafeRawPointer(hit))
          let next = unsafe buffer[index + 1]
          switch next {
          case 0xFF: index += 1
          case 0x00, 0xD0...0xD7: index += 2
          default: return index
          }
        }
        return nil
      }
      guard let found else { throw truncated }
      position = found
    }

    private func hex(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }
  }
}
