// SPDX-License-Identifier: MIT

/// One flag: its row of the table from which parser, help, manual and completions are made.
package struct Flag: Hashable, Sendable {
  /// Under which heading of the help a flag stands.
  package enum Category: String, CaseIterable, Sendable {
    case state = "Device state"
    case decision = "Decision"
    case drive = "Driving the session"
    case sandbox = "Sandbox"
    case building = "Building"
    case selection = "Which promises"
    case sessions = "Which sessions"
    case output = "Output"
    case place = "Which device"
  }

  /// What may stand as a flag's value, for checking and for completion.
  package enum Value: Hashable, Sendable {
    /// One of a closed set of words.
    case choice([String])
    /// A number with a unit: `10s`, `250ms`.
    case duration
    /// A file to read or write.
    case file
    /// A folder.
    case folder
    /// Anything; the name says what, in capitals.
    case text(String)

    /// What stands for the value in the usage line.
    package var placeholder: String {
      switch self {
      case .choice(let words): words.joined(separator: "|")
      case .duration: "DURATION"
      case .file: "FILE"
      case .folder: "DIR"
      case .text(let name): name
      }
    }
  }

  /// The long name without its dashes.
  package let name: String
  /// A one-letter name.
  package let letter: Character?
  /// What follows; `nil` for a switch.
  package let value: Value?
  /// The heading under which it is listed.
  package let category: Category
  /// Whether giving it again adds to it; otherwise the last one counts.
  package let isRepeatable: Bool
  /// Flags of one set exclude each other.
  package let exclusiveSet: String?
  /// One line for `-h`, without a full stop.
  package let short: String
  /// Whole sentences for `--help` and the manual.
  package let long: String

  init(
    _ name: String, letter: Character? = nil, value: Value? = nil, _ category: Category,
    isRepeatable: Bool = false, exclusiveSet: String? = nil, _ short: String, _ long: String = ""
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.category = category
    self.isRepeatable = isRepeatable
    self.exclusiveSet = exclusiveSet
    self.short = short
    self.long = long.isEmpty ? short.prefix(1).uppercased() + short.dropFirst() + "." : long
  }

  /// `-o, --output DIR`, as help and manual list it.
  package var spelling: String {
    let letterPart = letter.map { "-\($0), " } ?? ""
    return letterPart + "--" + name + (value.map { " " + $0.placeholder } ?? "")
  }
}
