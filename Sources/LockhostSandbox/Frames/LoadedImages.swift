// SPDX-License-Identifier: MIT

/// The images of one guest, each read once, and what was found in them.
///
/// Holds the tables of at most a few images, since their sizes are the guest's choice.
struct LoadedImages {
  /// One image; nil in place of a table says that it has none that can be read.
  struct Image {
    let file: DebugImage
    var frames: FrameRules?
    var lines: LineTable?
    var known: [UInt64: SourceLine?] = [:]
    /// Read when a name is asked for first; nil twice over before that.
    var symbols: SymbolTable??
  }

  private static let maximumImages = 16
  private static let maximumKnown = 4_096
  private static let maximumBytes = 256 << 20

  private var images: [MemoryMap.File: Image?] = [:]
  private var heldBytes = 0

  /// The image of an area, read now if it was not before.
  mutating func image(_ area: MemoryMap.Area, of snapshot: StackSnapshot) -> Image? {
    if let known = images[area.file] { return known }
    guard area.file.inode != 0, images.count < Self.maximumImages, heldBytes < Self.maximumBytes
    else { return nil }
    let image = snapshot.files[area.file].flatMap { file in try? DebugImage(file) }.map { file in
      Image(file: file, frames: try? FrameRules(file), lines: try? LineTable(file))
    }
    heldBytes += (image?.frames?.heldBytes ?? 0) + (image?.lines?.heldBytes ?? 0)
    images[area.file] = .some(image)
    return image
  }

  /// The name of the function that an instruction is in.
  mutating func function(at address: UInt64, in area: MemoryMap.Area) -> String? {
    guard var image = images[area.file] ?? nil else { return nil }
    if image.symbols == nil {
      let symbols = heldBytes < Self.maximumBytes ? try? SymbolTable(image.file) : nil
      heldBytes += symbols?.heldBytes ?? 0
      image.symbols = .some(symbols)
      images[area.file] = image
    }
    return image.symbols??.function(at: address)
  }

  /// The line of an instruction, from the notes or the image.
  mutating func line(at address: UInt64, in area: MemoryMap.Area) -> SourceLine? {
    guard var image = images[area.file] ?? nil else { return nil }
    if let known = image.known[address] { return known }
    defer { images[area.file] = image }
    var line: SourceLine?
    if image.lines != nil {
      do throws(DebugDataError) {
        line = try image.lines?.line(at: address)
      } catch {
        // Used up, or made to confuse: no more of it.
        if error == .tooMuch { image.lines = nil }
      }
    }
    if image.known.count < Self.maximumKnown { image.known[address] = .some(line) }
    return line
  }
}
