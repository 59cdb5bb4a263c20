// SPDX-License-Identifier: MIT

import CCapture

/// What a capture device and lockhost have agreed on.
struct CaptureFormat: Hashable, Sendable {
  /// How a picture's bytes are laid out.
  enum Kind: Hashable, Sendable {
    /// A JPEG file for each picture.
    case motionJPEG
    /// YUYV: two pixels in four bytes, which share their colour.
    case interleaved
    /// NV12: a plane of brightness, then one of both colours in turn at half the size.
    case planes

    /// The kernel's four characters, the first in the lowest byte.
    var code: UInt32 {
      switch self {
      case .motionJPEG: 0x4750_4A4D
      case .interleaved: 0x5659_5559
      case .planes: 0x3231_564E
      }
    }

    /// Best first.
    static let preferred: [Kind] = [.motionJPEG, .interleaved, .planes]

    /// Bytes of a row of so many pixels; of the first plane's row.
    func rowBytes(_ width: Int) -> Int { self == .interleaved ? width * 2 : width }
  }

  let kind: Kind
  let width: Int
  let height: Int
  let bytesPerRow: Int
}

extension BGRAImage {
  /// Makes a picture out of YUYV rows.
  ///
  /// - Throws: `ServiceError` with `captureDeviceFailed` when there are too few bytes.
  init(interleaved bytes: [UInt8], _ format: CaptureFormat, name: String) throws(ServiceError) {
    let rowBytes = format.width * 2
    guard format.width % 2 == 0, format.bytesPerRow >= rowBytes,
      bytes.count >= format.bytesPerRow * (format.height - 1) + rowBytes
    else {
      throw ServiceError(
        .captureDeviceFailed, name,
        "a picture of \(format.width) x \(format.height) has \(bytes.count) bytes")
    }
    let count = format.width * format.height
    let matrix = ColorMatrix(isFullRange: false)
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { target, filled in
      unsafe bytes.withUnsafeBufferPointer { source in
        for row in 0..<format.height {
          var place = row * format.bytesPerRow
          for column in stride(from: row * format.width, to: (row + 1) * format.width, by: 2) {
            let (blue, red) = unsafe (source[place + 1], source[place + 3])
            unsafe target[column] = matrix.pixel(source[place], blue, red)
            unsafe target[column + 1] = matrix.pixel(source[place + 2], blue, red)
            place += 4
          }
        }
      }
      filled = count
    }
    self.init(width: format.width, height: format.height, pixels: pixels)
  }

  /// Makes a picture out of NV12's two planes, of which the second follows the first at once.
  ///
  /// - Throws: `ServiceError` with `captureDeviceFailed` when there are too few bytes.
  init(planes bytes: [UInt8], _ format: CaptureFormat, name: String) throws(ServiceError) {
    let (width, height, row) = (format.width, format.height, format.bytesPerRow)
    guard width % 2 == 0, height % 2 == 0, row >= width,
      bytes.count >= row * (height + height / 2 - 1) + width
    else {
      throw ServiceError(
        .captureDeviceFailed, name, "a picture of \(width) x \(height) has \(bytes.count) bytes")
    }
    let count = width * height
    let matrix = ColorMatrix(isFullRange: false)
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { target, filled in
      unsafe bytes.withUnsafeBufferPointer { source in
        for line in 0..<height {
          let (luma, chroma) = (line * row, (height + line / 2) * row)
          for column in 0..<width {
            let pair = chroma + column / 2 * 2
            unsafe target[line * width + column] = matrix.pixel(
              source[luma + column], source[pair], source[pair + 1])
          }
        }
      }
      filled = count
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
