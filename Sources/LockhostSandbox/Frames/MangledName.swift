// SPDX-License-Identifier: MIT

/// A symbol's name as people read it.
///
/// Not the runtime's demangler: that is C++ which reads a name that a guest's author chose. Only the
/// leading path of a Swift name is taken apart, module, types and function; whatever goes on in
/// another way is left out.
enum MangledName {
  private static let longest = 200

  /// `Camera.Shutter.release` for `$s6Camera7ShutterV7releaseyyF`; other names as they are.
  static func readable(_ name: String) -> String {
    shown(components(of: name).map { $0.joined(separator: ".") } ?? name)
  }

  private static func components(of name: String) -> [String]? {
    guard name.hasPrefix("$s") || name.hasPrefix("$S") else { return nil }
    var rest = Substring(name.dropFirst(2))
    var parts: [String] = []
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        // A zero begins a word that refers to earlier ones.
        guard first != "0", let length = length(&rest), length <= rest.count else { break }
        parts.append(String(rest.prefix(length)))
        rest = rest.dropFirst(length)
      } else if "VOCP".contains(first), !parts.isEmpty {
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    return parts.isEmpty ? nil : parts
  }

  private static func length(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return Int(digits)
  }

  /// Without anything that a terminal would obey.
  private static func shown(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(longest).map { scalar in
          scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7f ? scalar : "?"
        }))
  }
}
