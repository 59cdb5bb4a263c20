// SPDX-License-Identifier: MIT

package import LockhostSystem
package import LockhostWire

/// Why the host could not be asked, or said no.
package enum GuestError: Error, Hashable, Sendable {
  /// The program was not started by lockhost.
  case notLaunched
  /// The two sides have no protocol version in common.
  case versionMismatch(String)
  /// The kernel refused a call.
  case system(SystemError)
  /// A message breaks the protocol's rules; the guest's own, before it is sent, or the host's.
  case wire(WireError)
  /// The host refused the request.
  case refused(WireFailure)
  /// The host is gone.
  case closed
  /// A blocking request was made on the thread that would have to receive its answer.
  case onReaderThread
}

extension GuestError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notLaunched:
      "this is a lockhost extension; run `lockhost launch`"
    case .versionMismatch(let message): message
    case .system(let error): "\(error)"
    case .wire(let error): "\(error)"
    case .refused(let failure): "\(failure)"
    case .closed: "the host is gone"
    case .onReaderThread: "a blocking request inside an event handler would wait for itself"
    }
  }

  /// The host's reason, when it gave one.
  package var failureCode: WireFailure.Code? {
    if case .refused(let failure) = self { failure.code } else { nil }
  }
}
