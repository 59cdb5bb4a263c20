// SPDX-License-Identifier: MIT

/// Values as JSON with their keys in order, byte for byte as `JSONEncoder` writes them.
///
/// The end of a session waits for its record, and this takes a fraction of the time: all of it goes into
/// one buffer, in which a list or an object is put in order once its last entry is there. So containers
/// have to be filled one after the other, as encoding that the compiler wrote does: a nested container or
/// a super encoder of one's own making is a bug.
final class JSONWriter {
  private enum Kind {
    /// Nothing was encoded yet.
    case empty
    case scalar
    case list
    case object
  }

  /// A value that is being written.
  private struct Frame {
    let start: Int
    /// Where its entries begin among ``entries``.
    let firstEntry: Int
    var kind = Kind.empty
  }

  /// A finished part of a list or an object.
  private struct Entry {
    let key: String
    let bytes: Range<Int>
  }

  private let isPretty: Bool
  private var bytes: [UInt8] = []
  private var scratch: [UInt8] = []
  private var frames: [Frame] = []
  private var entries: [Entry] = []

  private init(isPretty: Bool) {
    self.isPretty = isPretty
    bytes.reserveCapacity(16_384)
    scratch.reserveCapacity(16_384)
  }

  /// Encodes a value.
  ///
  /// - Parameter pretty: Whether each entry has its own line, for people.
  /// - Throws: What the value's own encoding throws; `EncodingError` for a number that JSON cannot say.
  static func bytes(of value: some Encodable, pretty: Bool) throws -> [UInt8] {
    let writer = JSONWriter(isPretty: pretty)
    try writer.write(value)
    return writer.bytes
  }

  // MARK: Values

  /// Writes a value of any kind.
  func write(_ value: some Encodable) throws {
    frames.append(Frame(start: bytes.count, firstEntry: entries.count))
    try value.encode(to: JSONWriterEncoder(writer: self))
    close(frames.removeLast())
  }

  /// Writes an entry of the list or object that is being written.
  func entry(_ key: String, _ body: () throws -> Void) rethrows {
    let start = bytes.count
    try body()
    entries.append(Entry(key: key, bytes: start..<bytes.count))
  }

  /// The value that is being written is a list.
  func beginList() { frames[frames.count - 1].kind = .list }

  /// The value that is being written is an object.
  func beginObject() { frames[frames.count - 1].kind = .object }

  /// How many entries the list that is being written has.
  var count: Int { entries.count - (frames.last?.firstEntry ?? 0) }

  /// Writes a number or a word as it is.
  func write(word: some StringProtocol) {
    frames[frames.count - 1].kind = .scalar
    bytes.append(contentsOf: word.utf8)
  }

  /// Writes a string as the value.
  func write(string: String) {
    frames[frames.count - 1].kind = .scalar
    quote(string)
  }

  // MARK: Order

  private func close(_ frame: Frame) {
    switch frame.kind {
    case .scalar: break
    // A value that encodes nothing is an empty object.
    case .empty, .object:
      entries[frame.firstEntry...].sort { $0.key < $1.key }
      join(frame, "{", "}", hasKeys: true)
    case .list: join(frame, "[", "]", hasKeys: false)
    }
    entries.removeSubrange(frame.firstEntry...)
  }

  /// Puts the entries of a value, which lie behind each other, into their order and between brackets.
  private func join(
    _ frame: Frame, _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, hasKeys: Bool
  ) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: bytes[frame.start...])
    bytes.removeSubrange(frame.start...)
    bytes.append(UInt8(ascii: opening))
    for place in frame.firstEntry..<entries.count {
      if place > frame.firstEntry { bytes.append(UInt8(ascii: ",")) }
      breakLine(frames.count + 1)
      if hasKeys {
        quote(entries[place].key)
        bytes.append(contentsOf: (isPretty ? " : " : ":").utf8)
      }
      let range = entries[place].bytes
      bytes.append(
        contentsOf: scratch[(range.lowerBound - frame.start)..<(range.upperBound - frame.start)])
    }
    if isPretty, entries.count == frame.firstEntry { bytes.append(UInt8(ascii: "\n")) }
    breakLine(frames.count)
    bytes.append(UInt8(ascii: closing))
  }

  private func breakLine(_ depth: Int) {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private func quote(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    if string.utf8.contains(where: Self.isEscaped) {
      for byte in string.utf8 { escape(byte) }
    } else {
      bytes.append(contentsOf: string.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes += "\\\"".utf8
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0..<0x20:
      bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
      bytes += String(byte, radix: 16).utf8
    default: bytes.append(byte)
    }
  }
}
