// SPDX-License-Identifier: MIT

extension ExitRecord {
  /// The exception by which the SDK ended a guest that misused it, as Apple's frameworks do.
  ///
  /// These are the guest's own words: a program can write such a line without any misuse.
  public struct Exception: Codable, Hashable, Sendable {
    /// Apple's name of it: `NSInvalidArgumentException`.
    public var name: String
    /// What was wrong, for people; Apple's own sentence where that is known.
    public var reason: String

    /// Creates an exception.
    public init(name: String, reason: String) {
      self.name = name
      self.reason = reason
    }

    /// Reads the line with which a process dies of an exception; nil for any other line.
    ///
    /// - Parameter line: Perhaps cut off at its end.
    public init?(line: String) {
      let (opening, middle) = (
        "*** Terminating app due to uncaught exception '", "', reason: '"
      )
      guard line.hasPrefix(opening) else { return nil }
      let rest = line.dropFirst(opening.count)
      let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      let tail = rest.dropFirst(name.count)
      guard !name.isEmpty, name.count <= 64, tail.hasPrefix(middle) else { return nil }
      let reason = tail.dropFirst(middle.count)
      self.init(
        name: String(name), reason: String(reason.hasSuffix("'") ? reason.dropLast() : reason))
    }
  }
}
