// SPDX-License-Identifier: MIT

import Foundation

/// Finds what every error has in what was printed.
enum FailureText {
  /// The code of the first error: `LH1104`.
  static func code(in text: String) -> String? {
    guard let start = text.range(of: "error[LH") else { return nil }
    let code = text[start.upperBound...].prefix(4)
    guard code.count == 4, code.allSatisfy(\.isNumber) else { return nil }
    return "LH" + code
  }
}
