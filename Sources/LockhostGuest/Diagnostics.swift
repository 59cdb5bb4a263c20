// SPDX-License-Identifier: MIT

import Glibc

/// What the SDK itself has to say to an extension's author, on standard error.
package enum Diagnostics {
  /// Writes one line, at once and whole.
  package static func report(_ message: String) {
    let line = Array("lockhost-sdk: \(message)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
