// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostWire
import Synchronization

/// What guests are told about their launch, as bytes.
///
/// One launch's context is the next one's but for the session's name, so only the first of several is
/// encoded. Any thread.
final class LaunchContexts: Sendable {
  private struct Known {
    let context: LaunchContext
    let form: ByteForm
  }

  private let last = Mutex<Known?>(nil)

  /// The body of a context, as it encodes itself.
  ///
  /// - Throws: `WireError` for one that does not fit into a message.
  func body(of context: LaunchContext) throws(WireError) -> [UInt8] {
    // A name's length does not change, nor what limits say about it.
    if let known = last.withLock({ $0 }),
      known.context.session.utf8.count == context.session.utf8.count,
      known.context.with(session: context.session) == context
    {
      return known.form.filled(with: [context.session])
    }
    let bytes = try context.encodedBody()
    let form = ByteForm(
      bytes, fields: [.init(after: "\"session\":\"", count: context.session.utf8.count)])
    last.withLock { $0 = form.map { Known(context: context, form: $0) } }
    return bytes
  }
}

extension Hello {
  private static let last = Mutex<(body: [UInt8], hello: Hello)?>(nil)

  /// Reads a hello; one with the same bytes as the one before it says the same.
  ///
  /// - Throws: `WireError` as ``init(body:)`` does.
  static func reading(_ body: [UInt8]) throws(WireError) -> Hello {
    if let known = last.withLock({ $0 }), known.body == body { return known.hello }
    let hello = try Hello(body: body)
    last.withLock { $0 = (body, hello) }
    return hello
  }
}
