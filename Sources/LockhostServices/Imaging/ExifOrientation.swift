// SPDX-License-Identifier: MIT

extension ImageOrientation {
  private static let tag = 0x0112
  private static let shortType = 3
  private static let maximumEntries = 512

  /// Finds the orientation in a TIFF block, which is what EXIF data is.
  ///
  /// A block that is damaged, or says nothing, or says nonsense, means upright: that is how every
  /// viewer treats it, and the picture itself is not at fault.
  ///
  /// - Parameter tiff: The bytes from `II` or `MM` on.
  init(tiff: ArraySlice<UInt8>) {
    self = Self.find(in: tiff) ?? .up
  }

  private static func find(in tiff: ArraySlice<UInt8>) -> ImageOrientation? {
    let order: ByteReader.Order
    switch tiff.prefix(2) {
    case [0x49, 0x49]: order = .little
    case [0x4D, 0x4D]: order = .big
    default: return nil
    }
    let reader = ByteReader(tiff, order: order)
    guard reader.unsigned16(at: 2) == 42, let directory = reader.unsigned32(at: 4),
      let count = reader.unsigned16(at: directory)
    else { return nil }
    for index in 0..<min(count, maximumEntries) {
      let entry = directory + 2 + index * 12
      guard let found = reader.unsigned16(at: entry) else { return nil }
      guard found == tag else { continue }
      guard reader.unsigned16(at: entry + 2) == shortType, reader.unsigned32(at: entry + 4) == 1,
        let value = reader.unsigned16(at: entry + 8)
      else { return nil }
      return ImageOrientation(rawValue: UInt16(value))
    }
    return nil
  }
}
