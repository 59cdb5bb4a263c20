// SPDX-License-Identifier: MIT

package import LockhostSystem
package import LockhostWire

/// A reply's or an event's content, as it arrived.
package struct GuestMessage: Sendable {
  /// The body's bytes.
  package let body: [UInt8]
  /// The descriptors that came along; they close when the last holder lets go.
  package let descriptors: [SharedDescriptor]

  /// Reads the body.
  ///
  /// - Throws: ``GuestError/wire(_:)``.
  package func decode<Body: WireBody>(_ type: Body.Type = Body.self) throws(GuestError) -> Body {
    do throws(WireError) {
      return try Body(body: body)
    } catch {
      throw .wire(error)
    }
  }
}
