// SPDX-License-Identifier: MIT

package import LockhostSystem
package import LockhostWire

/// The session, as its services see it.
///
/// Callable from any thread; no call blocks.
package protocol SessionLink: AnyObject, Sendable {
  /// Sends an event to the guest.
  ///
  /// - Returns: Whether the guest will get it. An event is dropped, and counted, when the guest
  ///   does not read its socket or is gone: a caller that lent it something takes that back.
  @discardableResult
  func post(_ route: Route, body: [UInt8], descriptors: [SharedDescriptor]) -> Bool

  /// Tells the session what became true of the guest.
  func note(_ fact: SessionFact)
}

extension SessionLink {
  /// Sends an event without descriptors to the guest.
  @discardableResult
  package func post(_ route: Route, body: [UInt8]) -> Bool {
    post(route, body: body, descriptors: [])
  }
}
