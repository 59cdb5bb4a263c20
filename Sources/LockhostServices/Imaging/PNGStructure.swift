// SPDX-License-Identifier: MIT

/// What a PNG file says about itself, found by walking its chunks.
///
/// Run before libpng sees a byte, for the same reasons as `JPEGStructure`. Checksums are libpng's
/// business.
struct PNGStructure: Hashable {
  /// The eight bytes that every PNG file begins with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Pixels across, as stored.
  let width: Int
  /// Pixels down, as stored.
  let height: Int
  /// How the picture must be turned to stand upright, by its `eXIf` chunk.
  let orientation: ImageOrientation
  /// Whether it has 16 bits a sample and comes in seven passes.
  let isDeepAndInterlaced: Bool
  /// Whether it says how its samples become light: by a gamma, as sRGB, or by a profile.
  let statesLight: Bool

  private static let lightChunks = ["gAMA", "sRGB", "iCCP"]

  /// Walks a whole file.
  ///
  /// - Throws: `ServiceError` with `notAnImage`, `truncatedImage`, `imageTooLarge` or
  ///   `corruptImage`.
  init(bytes: [UInt8], limits: ImageLimits, name: String) throws(ServiceError) {
    guard bytes.starts(with: Self.signature) else { throw ServiceError(.notAnImage, name) }
    let reader = ByteReader(bytes[...], order: .big)
    let truncated = ServiceError(.truncatedImage, name, "the file ends after \(bytes.count) bytes")
    var size: (width: Int, height: Int)?
    var orientation = ImageOrientation.up
    var (hasData, statesLight, isDeepAndInterlaced) = (false, false, false)
    var position = Self.signature.count
    while true {
      guard let length = reader.unsigned32(at: position), position + 8 <= bytes.count else {
        throw truncated
      }
      let type = bytes[(position + 4)..<(position + 8)]
      let content = position + 8
      if size == nil {
        guard type.elementsEqual("IHDR".utf8), length == 13 else {
          throw ServiceError(.corruptImage, name, "it does not begin with its header")
        }
        guard let width = reader.unsigned32(at: content),
          let height = reader.unsigned32(at: content + 4)
        else { throw truncated }
        try limits.check(width: width, height: height, of: name)
        size = (width, height)
        isDeepAndInterlaced =
          reader.byte(at: content + 8) == 16 && reader.byte(at: content + 12) == 1
      }
      guard length <= Int32.max else {
        throw ServiceError(.corruptImage, name, "a chunk claims \(length) bytes")
      }
      guard content + length + 4 <= bytes.count else { throw truncated }
      if type.elementsEqual("IDAT".utf8) { hasData = true }
      // Where they come later, libpng leaves them aside.
      if !hasData, Self.lightChunks.contains(where: { type.elementsEqual($0.utf8) }) {
        statesLight = true
      }
      if type.elementsEqual("eXIf".utf8) {
        orientation = ImageOrientation(tiff: bytes[content..<(content + length)])
      }
      position = content + length + 4
      if type.elementsEqual("IEND".utf8) { break }
    }
    guard hasData, let size else {
      throw ServiceError(.corruptImage, name, "it ends without a picture")
    }
    width = size.width
    height = size.height
    self.orientation = orientation
    self.statesLight = statesLight
    self.isDeepAndInterlaced = isDeepAndInterlaced
  }
}
