// SPDX-License-Identifier: MIT

package import LockhostSystem
package import LockhostWire

/// One message of a guest, as it came: a route, bytes that nobody has looked at, descriptors.
package struct ServiceRequest: Sendable {
  /// What the message is about.
  package let route: Route
  /// The body.
  ///
  /// At most 64 KiB, by the wire's own limit; otherwise unchecked.
  package let body: [UInt8]
  /// What came with it.
  ///
  /// Nothing is known of them: not their kind, not their size.
  package let descriptors: [SharedDescriptor]

  /// Makes a request out of a received message.
  package init(route: Route, body: [UInt8], descriptors: [SharedDescriptor] = []) {
    self.route = route
    self.body = body
    self.descriptors = descriptors
  }
}
