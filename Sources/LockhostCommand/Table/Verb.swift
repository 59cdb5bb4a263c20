// SPDX-License-Identifier: MIT

/// One verb of the command line: its row of the table.
package struct Verb: Sendable {
  /// Under which heading of the overview a verb stands.
  package enum Category: String, CaseIterable, Sendable {
    case run = "Run"
    case author = "Author"
    case look = "Look"
    case policy = "Policies"
    case conformance = "Conformance"
    case device = "Device"
    case hidden = "Hidden"
  }

  /// A command line worth copying, and what it is for.
  package struct Example: Sendable {
    package let says: String
    package let command: String

    init(_ says: String, _ command: String) {
      self.says = says
      self.command = command
    }
  }

  /// What may stand where a flag does not.
  package struct Operand: Sendable {
    /// Its name, in capitals.
    package let name: String
    /// What it is, for completion.
    package let value: Flag.Value
    package let isOptional: Bool
    /// Whether it takes all that is left.
    package let isRepeated: Bool

    init(_ name: String, _ value: Flag.Value, isOptional: Bool = false, isRepeated: Bool = false) {
      self.name = name
      self.value = value
      self.isOptional = isOptional
      self.isRepeated = isRepeated
    }

    var usage: String {
      let name = isRepeated ? name + "..." : name
      return isOptional ? "[\(name)]" : name
    }
  }

  /// The word or words: `launch`, `sessions list`.
  package let name: String
  package let category: Category
  package let operands: [Operand]
  /// Whether another program's command line ends this one.
  package let takesCommand: Bool
  /// Its own flags; those that every verb has are `CommandTable.commonFlags`.
  package let flags: [Flag]
  /// One line, without a full stop.
  package let short: String
  /// Whole sentences; paragraphs are separated by empty lines.
  package let long: String
  package let examples: [Example]

  init(
    _ name: String, _ category: Category, operands: [Operand] = [], takesCommand: Bool = false,
    flags: [Flag] = [], _ short: String, _ long: String, examples: [Example]
  ) {
    self.name = name
    self.category = category
    self.operands = operands
    self.takesCommand = takesCommand
    self.flags = flags
    self.short = short
    self.long = long
    self.examples = examples
  }

  /// The words of the name.
  package var words: [String] { name.split(separator: " ").map(String.init) }

  /// Every flag that the verb understands.
  package var allFlags: [Flag] { flags + CommandTable.commonFlags }

  /// `lockhost launch [APP] [--locked] …`, one line.
  package var usage: String {
    var parts = ["lockhost", name]
    parts += operands.map(\.usage)
    parts.append("[FLAGS]")
    if takesCommand { parts.append("-- CMD [ARG]...") }
    return parts.joined(separator: " ")
  }
}
