// SPDX-License-Identifier: MIT

extension Policy: CustomStringConvertible {
  /// The text form; reading it gives the same policy again.
  public var text: String {
    var lines = ["policy \(name)" + (summary.map { " \(Self.quoted($0))" } ?? "")]
    lines += statements.map(\.text)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text form.
  public var description: String { text }

  static func quoted(_ text: String) -> String {
    var quoted = ""
    for letter in text {
      if letter == "\"" || letter == "\\" { quoted.append("\\") }
      quoted.append(letter)
    }
    return "\"\(quoted)\""
  }
}

extension Policy.Statement {
  /// The statement as a line of a policy.
  public var text: String {
    switch self {
    case .include(let name): "include \(name)"
    case .allow(let intent, let reason): "allow \(intent.name)" + Self.because(reason)
    case .admit(let call, let condition, let reason):
      // An intent of the same name would win.
      if let condition {
        "\(call): \(condition.text)" + Self.because(reason)
      } else if Intent(named: call) != nil {
        "\(call): always" + Self.because(reason)
      } else {
        "allow \(call)" + Self.because(reason)
      }
    case .refuse(let names, .kill): "kill " + names.joined(separator: " ")
    case .refuse(let names, let refusal): "deny \(names.joined(separator: " ")) \(refusal.text)"
    case .without(let names): "without " + names.joined(separator: " ")
    case .fallback(let refusal): "default \(refusal.text)"
    }
  }

  private static func because(_ reason: String?) -> String {
    reason.map { " because \(Policy.quoted($0))" } ?? ""
  }
}

extension Condition {
  /// The condition as a policy spells it.
  public var text: String {
    switch self {
    case .test(let argument, let relation): "\(argument) \(relation.text)"
    case .all(let parts):
      parts.map { part in
        switch part {
        case .test: part.text
        case .all, .any: "(\(part.text))"
        }
      }.joined(separator: " && ")
    case .any(let parts):
      parts.map { part in
        switch part {
        case .test, .all: part.text
        case .any: "(\(part.text))"
        }
      }.joined(separator: " || ")
    }
  }
}

extension Condition.Relation {
  /// What stands after the argument's name.
  var text: String {
    switch self {
    case .equals(let value): "== \(value.text)"
    case .differs(let value): "!= \(value.text)"
    case .below(let value): "< \(value.text)"
    case .atMost(let value): "<= \(value.text)"
    case .above(let value): "> \(value.text)"
    case .atLeast(let value): ">= \(value.text)"
    case .within(let value): "in \(value.text)"
    case .has(let value): "has \(value.text)"
    case .masked(let mask, let value): "& \(mask.text) == \(value.text)"
    case .oneOf(let values): "in {\(values.map(\.text).joined(separator: ", "))}"
    }
  }
}

extension Condition.Value {
  /// The value as a policy spells it.
  var text: String {
    let joined = terms.map(\.text).joined(separator: "|")
    guard isComplement else { return joined }
    return terms.count == 1 ? "~\(joined)" : "~(\(joined))"
  }
}

extension Condition.Term {
  /// The constant's name or the number: small ones and negative ones decimal, others hexadecimal.
  var text: String {
    switch self {
    case .name(let name): name
    case .number(let number) where number < 1024: String(number)
    case .number(let number) where number >> 63 == 1: String(Int64(bitPattern: number))
    case .number(let number): "0x" + String(number, radix: 16)
    }
  }
}
