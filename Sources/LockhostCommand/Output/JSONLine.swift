// SPDX-License-Identifier: MIT

import Foundation
import LockhostExec

/// JSON for standard output: one value, one line.
package enum JSONLine {
  /// Encodes a value with its keys in order and its slashes as they are.
  ///
  /// The records of this module hold nothing that JSON cannot say; should one do so all the same,
  /// the line says that instead.
  package static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      return #"{"schema":"lockhost.error/1","code":"LH9001","message":"not encodable"}"#
    }
  }

  /// The same JSON, with what could steer a terminal as escapes; such can only be inside strings.
  private static func escaped(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: TerminalText.isHarmful) else { return json }
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      guard TerminalText.isHarmful(scalar) else {
        result.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
      }
    }
    return String(result)
  }
}

/// A list as `--json` has it: a schema's name and the items.
package struct ListRecord<Item: Encodable & Sendable>: Encodable, Sendable {
  package let schema: String
  package let items: [Item]

  package init(schema: String, items: [Item]) {
    self.schema = schema
    self.items = items
  }
}
