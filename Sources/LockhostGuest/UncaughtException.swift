// SPDX-License-Identifier: MIT

import Glibc

/// An exception of the Objective-C frameworks, by which they punish misuse.
///
/// On Apple's systems such an exception ends the process with `SIGABRT` and one line on standard
/// error, unless somebody catches it, which Swift code cannot. Here there is no Objective-C; the line
/// and the signal are the same.
package enum UncaughtException: String, Sendable {
  /// The call is not allowed in this state.
  case generic = "NSGenericException"
  /// An argument is wrong.
  case invalidArgument = "NSInvalidArgumentException"
  /// A number is out of range.
  case range = "NSRangeException"
  /// The call was made from the wrong place.
  case internalInconsistency = "NSInternalInconsistencyException"

  /// Ends the process as an exception does that nobody catches.
  ///
  /// - Parameter reason: Apple's own words where they are known.
  package func raise(_ reason: String) -> Never {
    let line = "*** Terminating app due to uncaught exception '\(rawValue)', reason: '\(reason)'\n"
    let bytes = Array(line.utf8)
    // One write, so that lines of other threads do not come in between; nothing can be done about a
    // failure.
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    abort()
  }
}
