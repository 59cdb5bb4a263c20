// SPDX-License-Identifier: MIT

import LockhostSystem
import Synchronization

/// The first draft of a session's record as bytes.
///
/// A session that begins as the one before it did has the same draft but for its name and its time, so
/// only the first one of several is encoded. Any thread.
final class DraftForms: Sendable {
  private struct Known {
    /// The draft without its name and its time.
    let record: ExitRecord
    let form: ByteForm
  }

  private let last = Mutex<Known?>(nil)

  /// The bytes of a draft, as ``StoredJSON`` writes them.
  func bytes(of draft: ExitRecord) throws -> [UInt8] {
    guard let time = draft.startedAt else { return try StoredJSON.encode(draft, pretty: false) }
    var record = draft
    record.session = ""
    record.startedAt = nil
    if let known = last.withLock({ $0 }), known.record == record {
      return known.form.filled(with: [draft.session, time])
    }
    let bytes = try StoredJSON.encode(draft, pretty: false)
    // Names and times are plain ASCII; and no quotation mark stands in a text as it is.
    let form = ByteForm(
      bytes,
      fields: [
        .init(after: "\"session\":\"", count: draft.session.utf8.count),
        .init(after: "\"startedAt\":\"", count: time.utf8.count),
      ])
    last.withLock { $0 = form.map { Known(record: record, form: $0) } }
    return bytes
  }
}
