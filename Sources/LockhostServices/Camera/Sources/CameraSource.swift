// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// What stands before the simulated lens, as a person names it.
package enum CameraSource: Hashable, Sendable {
  /// A moving test picture with the frame's number in it.
  case pattern
  /// One colour everywhere.
  case color(red: UInt8, green: UInt8, blue: UInt8)
  /// A JPEG or PNG file.
  case image(path: String)
  /// A folder of such files, one after the other.
  case folder(path: String)
  /// A Motion JPEG file in AVI, or a Y4M file, again and again.
  case video(path: String)
  /// A capture device of Video4Linux.
  case device(path: String)

  /// Whether it is a picture, or several, that have to be decoded before there is a scene.
  package var isStill: Bool {
    switch self {
    case .image, .folder: true
    case .pattern, .color, .video, .device: false
    }
  }

  /// Reads a source from a command line or a script.
  ///
  /// A path is looked at to tell a file from a folder; what is in it is read by `CameraScene`.
  ///
  /// - Throws: `ServiceError` with `unknownCameraSource`, `badColor` or `unreadable`.
  package init(parsing text: String) throws(ServiceError) {
    if text == "pattern" {
      self = .pattern
      return
    }
    if text.hasPrefix("color:") {
      self = try Self.color(text)
      return
    }
    if text.hasPrefix("v4l2:") {
      self = try Self.device(text)
      return
    }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw ServiceError(.unknownCameraSource, "\"\(text)\"")
    }
    var status = stat()
    guard unsafe stat(text, &status) == 0 else {
      let code = errno
      // A word without a slash or a dot is more likely a name gone wrong than a missing file.
      if code == ENOENT, !text.contains("/"), !text.contains(".") {
        throw ServiceError(.unknownCameraSource, "\"\(text)\"", Self.hint(for: text))
      }
      throw ServiceError(.unreadable, text, cause: SystemError(call: "stat(2)", code: code))
    }
    let lower = text.lowercased()
    if status.st_mode & S_IFMT == S_IFDIR {
      self = .folder(path: text)
    } else if Self.videoExtensions.contains(where: { lower.hasSuffix($0) }) {
      self = .video(path: text)
    } else {
      self = .image(path: text)
    }
  }

  private static let videoExtensions = [".avi", ".y4m"]

  private static func device(_ text: String) throws(ServiceError) -> CameraSource {
    let path = String(text.dropFirst("v4l2:".count))
    guard path.hasPrefix("/dev/"), !path.utf8.contains(0), !path.contains("/../") else {
      throw ServiceError(
        .unknownCameraSource, "\"\(text)\"", "a capture device is written v4l2:/dev/videoN")
    }
    return .device(path: path)
  }

  private static func color(_ text: String) throws(ServiceError) -> CameraSource {
    let digits = text.dropFirst("color:".count)
    guard digits.utf8.count == 7, digits.first == "#",
      digits.dropFirst().utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(digits.dropFirst(), radix: 16)
    else { throw ServiceError(.badColor, "\"\(text)\"") }
    return .color(
      red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }

  private static func hint(for text: String) -> String {
    let lower = text.lowercased()
    if lower.hasPrefix("pat") || lower.hasSuffix("tern") { return "did you mean pattern?" }
    if lower.hasPrefix("v4l") { return "did you mean v4l2:/dev/video0?" }
    if lower.hasPrefix("col") || lower.hasPrefix("#") { return "did you mean color:#RRGGBB?" }
    return "there is no such file"
  }
}

extension CameraSource: CustomStringConvertible {
  package var description: String {
    switch self {
    case .pattern: return "pattern"
    case .color(let red, let green, let blue):
      let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      let digits = String(number, radix: 16, uppercase: true)
      return "color:#" + String(repeating: "0", count: 6 - digits.count) + digits
    case .image(let path), .folder(let path), .video(let path): return path
    case .device(let path): return "v4l2:" + path
    }
  }
}
