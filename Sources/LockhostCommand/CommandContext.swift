// SPDX-License-Identifier: MIT

/// What a verb has to work with: what was typed, where to write, and which device is meant.
package struct CommandContext: Sendable {
  package let command: TypedCommand
  package let terminal: Terminal
  package let environment: [String: String]

  package init(command: TypedCommand, terminal: Terminal, environment: [String: String]) {
    self.command = command
    self.terminal = terminal
    self.environment = environment
  }

  /// The folder that `--set` names; `nil` for the usual one.
  package var set: String? { command.value("set") }

  /// The device that `--device` or `LOCKHOST_DEVICE` names.
  package var device: String { command.value("device") ?? nonEmpty("LOCKHOST_DEVICE") ?? "default" }

  /// An environment variable, unless it is empty.
  package func nonEmpty(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes a value as one line of JSON where `--json` asks for it, else as lines for people.
  package func answer(_ record: some Encodable, _ lines: () -> [String]) {
    if terminal.style.isJSON {
      terminal.data(JSONLine.encode(record))
    } else {
      for line in lines() { terminal.data(line) }
    }
  }
}
