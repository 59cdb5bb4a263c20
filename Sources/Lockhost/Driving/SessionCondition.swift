// SPDX-License-Identifier: MIT

/// Something about a session that can be waited for.
///
/// All but `cameraRuns`, `element` and `authenticationAsked` are latched: once true, true for good.
package enum SessionCondition: Hashable, Sendable {
  /// Every requirement has been met once.
  case ready
  /// The camera of who is on the screen runs, has an output, and is not taken away.
  case cameraRuns
  /// A handler for the buttons has been registered and enabled.
  case handlerRegistered
  /// At least so many photos have been added to the library by this session.
  case photos(Int)
  /// At least so many requests to open the app have been made by this session.
  case openRequests(Int)
  /// A request for authentication is waiting for its answer.
  case authenticationAsked
  /// An enabled element with this label is on the screen.
  case element(label: String)
  /// The session is over: the guest is dead, the container wiped, the record written.
  case ended
}
