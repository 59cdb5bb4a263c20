// SPDX-License-Identifier: MIT

/// A place in source code.
struct SourceLine: Hashable, Sendable {
  /// The file, with its folder as far as the compiler wrote it down.
  let path: String
  /// The line, from 1.
  let line: UInt64

  /// `Uploader.swift:42`, with nothing in it that a terminal would obey.
  ///
  /// The name comes from the guest's own file.
  var text: String {
    let name = path.split(separator: "/").last ?? ""
    var shown = ""
    for scalar in name.unicodeScalars.prefix(128) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        shown += "?"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return "\(shown):\(line)"
  }
}
