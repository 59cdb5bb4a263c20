// SPDX-License-Identifier: MIT

/// Which extensions fail at their launch again and again, and for how long they are not started.
///
/// A pure value: time is an argument, in milliseconds since 1970. Three failures within five minutes
/// put an extension away for a minute; each further one for twice as long, up to an hour. A launch
/// that becomes ready, a program that was built anew, or a person forgets all of it.
public struct Quarantine: Codable, Hashable, Sendable {
  /// How many failures within ``window`` are too many.
  public static let limit = 3
  /// In which time failures are counted, in milliseconds.
  public static let window = 5 * 60_000
  /// How long the first quarantine lasts, in milliseconds.
  public static let firstTerm = 60_000
  /// How long one lasts at most, in milliseconds.
  public static let longestTerm = 60 * 60_000

  /// What is known of one extension.
  public struct Entry: Codable, Hashable, Sendable {
    /// When its last launches failed, in milliseconds since 1970.
    public internal(set) var failures: [Int] = []
    /// What its last failure was, for people.
    public internal(set) var lastFailure = ""
    /// How often it has been put away.
    public internal(set) var terms = 0
    /// When it is started again, in milliseconds since 1970; nil when nothing stands against it.
    public internal(set) var until: Int?
    /// Which build of its program failed.
    public internal(set) var program = ""
  }

  /// The extensions by bundle identifier.
  public private(set) var entries: [String: Entry] = [:]

  /// Creates one that knows nothing.
  public init() {}

  /// Notes that a launch failed before the extension was ready.
  ///
  /// - Returns: When it is started again, if this was one too many.
  @discardableResult
  public mutating func fail(
    _ identifier: String, program: String, because failure: String, at now: Int
  ) -> Int? {
    var entry = entries[identifier] ?? Entry()
    if entry.program != program { entry = Entry() }
    entry.program = program
    entry.lastFailure = failure
    entry.failures = entry.failures.filter { now - $0 < Self.window && $0 <= now } + [now]
    if entry.failures.count >= Self.limit || entry.terms > 0 {
      let doublings = min(entry.terms, 16)
      entry.until = now + min(Self.firstTerm << doublings, Self.longestTerm)
      entry.terms += 1
    }
    entries[identifier] = entry
    return entry.until
  }

  /// Forgets an extension: it became ready, or a person says so.
  ///
  /// - Returns: Whether anything was known of it.
  @discardableResult
  public mutating func forget(_ identifier: String) -> Bool {
    entries.removeValue(forKey: identifier) != nil
  }

  /// Why an extension is not started now; nil when it may be.
  public func reason(against identifier: String, program: String, at now: Int) -> Entry? {
    guard let entry = entries[identifier], entry.program == program, let until = entry.until,
      now < until
    else { return nil }
    return entry
  }
}
