// SPDX-License-Identifier: MIT

extension PhotoRecord {
  /// Reads a row of the library's table, in the order of its columns.
  ///
  /// - Returns: `nil` for a row that no lockhost has written.
  init?(row: [SQLiteDatabase.Value], folder: String) {
    guard row.count == 10, let identifier = row[0].text, let file = row[1].text,
      let bytes = row[2].integer, let type = row[3].text,
      let mediaType = row[4].text.flatMap(MediaType.init(rawValue:)), let width = row[5].integer,
      let height = row[6].integer, let created = row[7].real, let session = row[8].text
    else { return nil }
    self.init(
      identifier: identifier, path: "\(folder)/\(file)", bytes: bytes, type: type,
      mediaType: mediaType, width: width, height: height, created: created, session: session,
      originalFilename: row[9].text)
  }

  /// The row of the library's table.
  func row(file: String) -> [SQLiteDatabase.Value] {
    [
      .text(identifier), .text(file), .integer(bytes), .text(type), .text(mediaType.rawValue),
      .integer(width), .integer(height), .real(created), .text(session),
      originalFilename.map { .text($0) } ?? .null,
    ]
  }
}
