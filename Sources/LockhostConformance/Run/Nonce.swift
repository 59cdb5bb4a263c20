// SPDX-License-Identifier: MIT

/// Words that nobody can guess.
enum Nonce {
  /// 32 hexadecimal digits from the system's random source.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
