// SPDX-License-Identifier: MIT

import CTurboJPEG

/// Decodes JPEG by libjpeg-turbo into pixels as they are stored.
enum JPEGDecoder {
  /// Decodes a file whose structure has been found to be sound.
  ///
  /// - Parameter target: As many pixels as the structure says.
  /// - Throws: `ServiceError` with `truncatedImage`, `corruptImage` or `unsupportedImage`.
  static func decode(
    _ bytes: [UInt8], _ structure: JPEGStructure,
    into target: UnsafeMutableBufferPointer<UInt32>, name: String
  ) throws(ServiceError) {
    precondition(target.count == structure.width * structure.height, "size and pixels differ")
    guard let handle = unsafe tjInitDecompress() else {
      throw ServiceError(.corruptImage, name, "libjpeg-turbo could not start")
    }
    defer { unsafe tjDestroy(handle) }
    let isCMYK = structure.color == .cmyk
    let format = (isCMYK ? TJPF_CMYK : TJPF_BGRA).rawValue
    // The given size is the most that libjpeg-turbo writes, whatever it reads in the file.
    let result = unsafe tjDecompress2(
      handle, bytes, UInt(bytes.count), UnsafeMutableRawPointer(target.baseAddress),
      Int32(structure.width), Int32(structure.width * 4), Int32(structure.height),
      Int32(format), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
    if result != 0, let failure = unsafe error(of: handle, name: name) { throw failure }
    guard isCMYK else { return }
    for index in target.indices {
      unsafe target[index] = color(ink: target[index], isInverted: structure.isInverted)
    }
  }

  /// Tells what libjpeg-turbo thinks of a file.
  ///
  /// It warns of stray bytes between markers, which some cameras write and which harm nothing; all
  /// other warnings mean that it made up a part of the picture.
  private static func error(of handle: tjhandle, name: String) -> ServiceError? {
    let message = unsafe String(cString: tjGetErrorStr2(handle))
    let isWarning = unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
    if isWarning, message.contains("extraneous bytes") { return nil }
    if message.contains("Premature end") || message.contains("premature end") {
      return ServiceError(.truncatedImage, name, message)
    }
    return ServiceError(.corruptImage, name, message)
  }

  /// Turns four inks into a colour, in the plain way, without a profile.
  private static func color(ink: UInt32, isInverted: Bool) -> UInt32 {
    let light = isInverted ? ink : ~ink
    let black = light >> 24
    let red = (light & 0xFF) * black / 255
    let green = (light >> 8 & 0xFF) * black / 255
    let blue = (light >> 16 & 0xFF) * black / 255
    return 0xFF00_0000 | red << 16 | green << 8 | blue
  }
}
