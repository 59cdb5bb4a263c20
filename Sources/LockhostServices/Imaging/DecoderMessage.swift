// SPDX-License-Identifier: MIT

/// What the process that decodes pictures answers: one packet.
///
/// A question is one byte, with one or two descriptors: the file, in sealed memory, and, when it is
/// not the one of the question before, the memory for the pixels.
package enum DecoderMessage: Hashable, Sendable {
  /// The pixels are in the memory.
  case decoded
  /// There are none, and why.
  case refused(ServiceError.Code, detail: String)

  /// The longest answer.
  package static let maximumBytes = 1024
  /// The one byte of a question.
  package static let question: UInt8 = 1

  /// What a decoder may say; anything else would be somebody else's fault.
  private static let codes: [ServiceError.Code] = [
    .notAnImage, .truncatedImage, .imageTooLarge, .fileTooLarge, .unsupportedImage, .corruptImage,
  ]

  /// The packet.
  var bytes: [UInt8] {
    switch self {
    case .decoded: [0]
    case .refused(let code, let detail):
      [1, UInt8(Self.codes.firstIndex(of: code) ?? Self.codes.count - 1)]
        + Array(detail.utf8.prefix(Self.maximumBytes - 2))
    }
  }

  /// Reads a packet, which comes from a process that a picture may have taken over.
  ///
  /// - Returns: `nil` for what is no answer.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumBytes else { return nil }
    switch bytes.first {
    case 0 where bytes.count == 1: self = .decoded
    case 1 where bytes.count >= 2 && Self.codes.indices.contains(Int(bytes[1])):
      let detail = bytes.dropFirst(2).filter { (0x20...0x7E).contains($0) }
      self = .refused(Self.codes[Int(bytes[1])], detail: String(decoding: detail, as: UTF8.self))
    default: return nil
    }
  }

  init(_ error: ServiceError) { self = .refused(error.code, detail: error.detail) }
}
