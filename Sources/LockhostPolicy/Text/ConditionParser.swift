// SPDX-License-Identifier: MIT

/// Reads a condition: comparisons of a call's arguments, joined by `&&` and, weaker, `||`.
struct ConditionParser {
  /// How deep parentheses may nest.
  ///
  /// The parser is recursive, and texts may come from anywhere.
  private static let maximumDepth = 32
  /// How many comparisons one condition may have.
  private static let maximumTests = 256

  private(set) var reader: PolicyTokenReader
  private let call: Syscall
  private var depth = 0
  private var tests = 0

  init(reader: PolicyTokenReader, call: Syscall) {
    self.reader = reader
    self.call = call
  }

  mutating func parse() throws(PolicyError) -> Condition {
    let start = reader.peek
    let condition = try any()
    _ = try condition.alternatives(for: call, at: start)
    return condition
  }

  private mutating func any() throws(PolicyError) -> Condition {
    var parts = [try all()]
    while reader.take(sign: "||") { parts.append(try all()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func all() throws(PolicyError) -> Condition {
    var parts = [try single()]
    while reader.take(sign: "&&") { parts.append(try single()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func single() throws(PolicyError) -> Condition {
    let start = reader.peek
    if reader.take(sign: "(") {
      depth += 1
      guard depth <= Self.maximumDepth else { throw start.error(.tooLarge) }
      let condition = try any()
      try reader.sign(")")
      depth -= 1
      return condition
    }
    tests += 1
    guard tests <= Self.maximumTests else { throw start.error(.tooLarge) }
    return try test()
  }

  private mutating func test() throws(PolicyError) -> Condition {
    let token = try reader.word()
    guard let argument = call.arguments.first(where: { $0.name == token.text }) else {
      throw token.error(
        .unknownArgument,
        suggestion: Spelling.nearest(to: token.text, in: call.arguments.map(\.name)))
    }
    let kind = argument.kind
    let sign = reader.take()
    let relation: Condition.Relation
    switch (sign.kind, sign.text) {
    case (.sign, "=="): relation = .equals(try self.value(of: kind))
    case (.sign, "!="): relation = .differs(try self.value(of: kind))
    case (.sign, "<"): relation = .below(try self.value(of: kind))
    case (.sign, "<="): relation = .atMost(try self.value(of: kind))
    case (.sign, ">"): relation = .above(try self.value(of: kind))
    case (.sign, ">="): relation = .atLeast(try self.value(of: kind))
    case (.word, "has"): relation = .has(try self.value(of: kind))
    case (.word, "in"): relation = try membership(of: kind)
    case (.sign, "&"):
      let mask = try self.value(of: kind)
      try reader.sign("==")
      relation = .masked(mask, equals: try self.value(of: kind))
    default: throw sign.error(.unexpectedWord)
    }
    let condition = Condition.test(argument: argument.name, relation)
    _ = try condition.alternatives(for: call, at: token)
    return condition
  }

  private mutating func membership(
    of kind: ArgumentKind
  ) throws(PolicyError) -> Condition.Relation {
    guard reader.take(sign: "{") else { return .within(try value(of: kind)) }
    var values = [try value(of: kind)]
    while reader.take(sign: ",") {
      values.append(try value(of: kind))
      guard values.count <= Self.maximumTests else { throw reader.peek.error(.tooLarge) }
    }
    try reader.sign("}")
    return .oneOf(values)
  }

  /// Reads `A|B`, `~A` or `~(A|B)`.
  private mutating func value(of kind: ArgumentKind) throws(PolicyError) -> Condition.Value {
    guard reader.take(sign: "~") else { return Condition.Value(terms: try terms(of: kind)) }
    guard reader.take(sign: "(") else {
      return Condition.Value(try term(of: kind), isComplement: true)
    }
    let terms = try terms(of: kind)
    try reader.sign(")")
    return Condition.Value(terms: terms, isComplement: true)
  }

  private mutating func terms(of kind: ArgumentKind) throws(PolicyError) -> [Condition.Term] {
    var terms = [try term(of: kind)]
    while reader.take(sign: "|") {
      terms.append(try term(of: kind))
      guard terms.count <= Self.maximumTests else { throw reader.peek.error(.tooLarge) }
    }
    return terms
  }

  private mutating func term(of kind: ArgumentKind) throws(PolicyError) -> Condition.Term {
    let token = reader.isAtEndOfStatement ? nil : reader.take()
    switch token?.kind {
    case .number:
      guard let token, let number = Self.number(token.text), kind.admits(number) else {
        throw (token ?? reader.peek).error(.numberOutOfRange)
      }
      return .number(number)
    case .word:
      guard let token, kind.value(of: token.text) != nil else {
        let word = token ?? reader.peek
        throw word.error(
          .unknownConstant,
          suggestion: Spelling.nearest(to: word.text, in: kind.constants.map(\.name)))
      }
      return .name(token.text)
    default: throw (token ?? reader.peek).error(.unexpectedWord)
    }
  }

  /// Decimal, `0x…`, `0o…` or `0b…`; negative decimals as two's complement.
  private static func number(_ text: String) -> UInt64? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      return UInt64(text.dropFirst(2), radix: radix)
    }
    // Octal in C, decimal here: refused, so that nobody has to know.
    if text.hasPrefix("0"), text.count > 1 { return nil }
    return UInt64(text) ?? Int64(text).map { UInt64(bitPattern: $0) }
  }
}
