// SPDX-License-Identifier: MIT

/// The last stretches of a file that were read, from which small pieces are taken.
///
/// A few of them, since what refers to names lies in one place and the names in another. For one thread.
final class ReadStretches {
  /// The largest piece that is taken from a stretch.
  static let pieceBytes = 4_096
  private static let stretchBytes = 65_536
  private static let count = 4
  /// The most stretches that are read.
  ///
  /// That is half a gigabyte. Where everything lies in order a program needs one or two for each 64 KiB; a
  /// file made to be slow is not followed further.
  private static let readLimit = 8_192

  private struct Stretch {
    let start: Int
    let bytes: [UInt8]

    func holds(_ place: Int, _ count: Int) -> Bool {
      place >= start && place + count <= start + bytes.count
    }
  }

  /// The one used last is the last.
  private var stretches: [Stretch] = []
  private var reads = 0

  /// Takes a piece, and reads around it where it is in no stretch.
  ///
  /// - Parameter read: Reads as many bytes as there are, from a place on.
  /// - Returns: The piece, which is shorter where the file ends.
  /// - Throws: `ELFError.malformed` when its pieces lie too far apart; otherwise what `read` throws.
  func piece(
    _ place: Int, _ count: Int, read: (Int, Int) throws(ELFError) -> [UInt8]
  ) throws(ELFError) -> [UInt8] {
    let stretch = try stretch(with: place, count, read: read)
    let first = min(place - stretch.start, stretch.bytes.count)
    return Array(stretch.bytes[first..<min(first + count, stretch.bytes.count)])
  }

  /// Takes a number of four bytes, as ``piece(_:_:read:)`` does; nil where the file ends.
  func number(
    _ place: Int, read: (Int, Int) throws(ELFError) -> [UInt8]
  ) throws(ELFError) -> UInt32? {
    let stretch = try stretch(with: place, 4, read: read)
    return stretch.holds(place, 4)
      ? stretch.bytes.number(place - stretch.start, as: UInt32.self) : nil
  }

  /// The stretch that holds a piece, or as much of it as there is.
  private func stretch(
    with place: Int, _ count: Int, read: (Int, Int) throws(ELFError) -> [UInt8]
  ) throws(ELFError) -> Stretch {
    if let last = stretches.last, last.holds(place, count) { return last }
    if let index = stretches.lastIndex(where: { $0.holds(place, count) }) {
      stretches.append(stretches.remove(at: index))
      return stretches[stretches.count - 1]
    }
    guard reads < Self.readLimit else { throw .malformed("what it lists lies too far apart") }
    reads += 1
    // From a page on, and a little before: names often lie in front of what refers to them.
    let start = max(0, (place & ~4_095) - Self.pieceBytes)
    let made = Stretch(start: start, bytes: try read(start, Self.stretchBytes))
    if stretches.count == Self.count { stretches.removeFirst() }
    stretches.append(made)
    return made
  }
}
