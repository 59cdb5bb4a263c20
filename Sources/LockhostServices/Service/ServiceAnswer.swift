// SPDX-License-Identifier: MIT

package import LockhostSystem
package import LockhostWire

/// What a service answers to one request.
package enum ServiceAnswer: Sendable {
  /// The request was done.
  ///
  /// The descriptors travel with the body.
  case reply(body: [UInt8], descriptors: [SharedDescriptor])
  /// The request was refused, or could not be done.
  ///
  /// Nothing of it took effect.
  case failure(WireFailure)
}
