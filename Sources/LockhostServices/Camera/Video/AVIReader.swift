// SPDX-License-Identifier: MIT

/// Finds the pictures of a Motion JPEG stream in an AVI file, by walking its chunks.
///
/// The file's own index is not believed: it is optional, and often wrong. The format is Microsoft's
/// "AVI RIFF File Reference", with OpenDML's further `RIFF AVIX` parts.
struct AVIReader {
  let storage: VideoStorage
  let decoder: ImageDecoder

  private static let headBytes = 12
  private static let maximumHeaderBytes = 1 << 20
  private static let maximumDepth = 4

  /// What the headers say of the video stream.
  private struct Stream {
    var number = 0
    var isFound = false
    var rate = 0.0
    var codec = ""
    var streams = 0
  }

  /// Walks the whole file.
  ///
  /// - Throws: `ServiceError` with `unsupportedVideo` or `corruptImage`.
  func index() throws(ServiceError) -> VideoFile.Index {
    var stream = Stream()
    var entries: [VideoFile.Index.Entry] = []
    var position = 0
    while let chunk = chunk(at: position) {
      if chunk.name == "RIFF", chunk.form == "AVI " || chunk.form == "AVIX" {
        try walk(chunk.content, depth: 0, &stream, &entries)
      }
      position = chunk.end
    }
    guard stream.isFound else { throw unsupported("it has no video stream") }
    guard ["MJPG", "AVRN", "JPEG", "DMB1", "MJPA"].contains(stream.codec.uppercased()) else {
      throw unsupported("its video is \(stream.codec.debugDescription), not Motion JPEG")
    }
    guard VideoFile.rates.contains(stream.rate) else {
      throw unsupported("it claims \(stream.rate) pictures a second")
    }
    let (decoder, path) = (decoder, storage.path)
    return VideoFile.Index(entries: entries, rate: stream.rate) { bytes throws(ServiceError) in
      try decoder.decode(bytes, name: path)
    }
  }

  private struct Chunk {
    let name: String
    /// The kind of a list; empty for a chunk that is none.
    let form: String
    let content: Range<Int>
    /// Where the next chunk begins: chunks have even sizes.
    let end: Int
  }

  private func chunk(at offset: Int) -> Chunk? {
    let head = storage.readUp(to: Self.headBytes, at: offset)
    let reader = ByteReader(head[...], order: .little)
    guard head.count >= 8, let size = reader.unsigned32(at: 4) else { return nil }
    let name = Self.text(head.prefix(4))
    let isList = (name == "RIFF" || name == "LIST") && size >= 4 && head.count == Self.headBytes
    // A file that was cut off, or never finished, has what it has.
    let end = min(offset + 8 + size, storage.byteCount)
    return Chunk(
      name: name, form: isList ? Self.text(head.suffix(4)) : "",
      content: min(offset + (isList ? 12 : 8), end)..<end, end: end + size % 2)
  }

  private func walk(
    _ range: Range<Int>, depth: Int, _ stream: inout Stream,
    _ entries: inout [VideoFile.Index.Entry]
  ) throws(ServiceError) {
    guard depth < Self.maximumDepth else { return }
    var position = range.lowerBound
    while position < range.upperBound, let chunk = chunk(at: position) {
      switch (chunk.name, chunk.form) {
      case ("LIST", "hdrl"), ("LIST", "movi"), ("LIST", "rec "):
        try walk(chunk.content, depth: depth + 1, &stream, &entries)
      case ("LIST", "strl"):
        try takeStream(chunk.content, &stream)
      case (let name, "") where stream.isFound && Self.isPicture(name, of: stream.number):
        // An empty chunk repeats the picture before it.
        let entry =
          chunk.content.isEmpty
          ? entries.last
          : VideoFile.Index.Entry(offset: chunk.content.lowerBound, count: chunk.content.count)
        if let entry { entries.append(entry) }
        guard entries.count <= VideoFile.maximumFrames else {
          throw unsupported("it holds more than \(VideoFile.maximumFrames) pictures")
        }
      default: break
      }
      position = chunk.end
    }
  }

  /// Reads one stream's header, and keeps the first that is video.
  private func takeStream(_ range: Range<Int>, _ stream: inout Stream) throws(ServiceError) {
    defer { stream.streams += 1 }
    guard !stream.isFound, range.count <= Self.maximumHeaderBytes else { return }
    var position = range.lowerBound
    while position < range.upperBound, let chunk = chunk(at: position) {
      let bytes = storage.readUp(to: min(chunk.content.count, 64), at: chunk.content.lowerBound)
      let reader = ByteReader(bytes[...], order: .little)
      if chunk.name == "strh" {
        guard Self.text(bytes.prefix(4)) == "vids", let scale = reader.unsigned32(at: 20),
          let rate = reader.unsigned32(at: 24), scale > 0
        else { return }
        stream.isFound = true
        stream.number = stream.streams
        stream.rate = Double(rate) / Double(scale)
        stream.codec = Self.text(bytes.dropFirst(4).prefix(4))
      } else if chunk.name == "strf", stream.isFound, bytes.count >= 20 {
        let compression = Self.text(bytes.dropFirst(16).prefix(4))
        if !compression.isEmpty { stream.codec = compression }
      }
      position = chunk.end
    }
  }

  private static func isPicture(_ name: String, of stream: Int) -> Bool {
    let digits = String(stream)
    let prefix = digits.count == 1 ? "0" + digits : digits
    return name == prefix + "dc" || name == prefix + "db"
  }

  /// Four characters as they are, without what no terminal should see.
  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
  }

  private func unsupported(_ detail: String) -> ServiceError {
    ServiceError(.unsupportedVideo, storage.path, detail)
  }
}
