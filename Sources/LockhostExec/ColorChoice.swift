// SPDX-License-Identifier: MIT

import Glibc

/// Whether a stream gets colours when no flag says so.
package enum ColorChoice {
  /// As `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` ask, and where it is a terminal.
  package static func isWanted(on descriptor: Int32, _ environment: [String: String]) -> Bool {
    if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false {
      false
    } else if environment["CLICOLOR_FORCE"].map({ !$0.isEmpty && $0 != "0" }) ?? false {
      true
    } else {
      environment["TERM"] != "dumb" && isatty(descriptor) == 1
    }
  }
}
