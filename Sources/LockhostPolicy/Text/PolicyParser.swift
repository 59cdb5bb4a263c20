// SPDX-License-Identifier: MIT

/// Reads a policy's text: statements, one a line, an indented line continuing the one before.
struct PolicyParser {
  /// The most statements of one text.
  private static let maximumStatements = 4096

  private let library: PolicyLibrary
  private let lexed: Result<[PolicyToken], PolicyError>
  private var reader = PolicyTokenReader(tokens: [])
  /// The first token of each statement in the policy, to place errors that resolving finds.
  private var origins: [PolicyToken] = []
  /// The token that each statement is about: the name in an `allow` of several.
  private(set) var places: [PolicyToken] = []
  private var statements: [Policy.Statement] = []
  /// In an intent's own text names are calls, and nothing needs a reason: granting the intent does.
  private var isIntent = false

  init(text: String, library: PolicyLibrary) {
    self.library = library
    lexed = Result { () throws(PolicyError) in
      var lexer = try PolicyLexer(text)
      return try lexer.tokens()
    }
  }

  /// Reads the rules of an intent.
  mutating func parseIntent() throws(PolicyError) -> [Policy.Statement] {
    isIntent = true
    return try parsePolicy(checking: false).statements
  }

  /// Reads a policy.
  ///
  /// - Parameter checking: Whether to resolve it too, which finds contradictions. Without, a policy
  ///   that includes itself is read without following the circle.
  mutating func parsePolicy(checking: Bool = true) throws(PolicyError) -> Policy {
    reader = PolicyTokenReader(tokens: try lexed.get())
    try reader.beginStatement()
    _ = try reader.word("policy")
    var policy = Policy(name: try reader.word().text)
    if reader.peek.kind == .string { policy.summary = reader.take().text }
    try reader.endStatement()
    var hasFallback = false
    while reader.peek.kind != .end {
      try reader.beginStatement()
      let start = reader.peek
      let parsed = try statement()
      if case .fallback = parsed.first {
        guard !hasFallback else { throw start.error(.duplicateDefault) }
        hasFallback = true
      }
      origins += Array(repeating: start, count: parsed.count)
      statements += parsed
      while places.count < statements.count { places.append(start) }
      guard statements.count <= Self.maximumStatements else { throw start.error(.tooLarge) }
      try reader.endStatement()
    }
    policy.statements = statements
    if checking { try check(policy) }
    return policy
  }

  private mutating func statement() throws(PolicyError) -> [Policy.Statement] {
    let word = try reader.word()
    if reader.peek.text == ":" && reader.peek.kind == .sign {
      return [try admission(of: word)]
    }
    switch word.text {
    case "include":
      var includes: [Policy.Statement] = []
      for token in try names() {
        includes.append(.include(try policyName(token)))
        places.append(token)
      }
      return includes
    case "allow": return try allowance()
    case "deny":
      let refused = try refusedNames()
      return [.refuse(refused, try errorRefusal())]
    case "kill": return [.refuse(try refusedNames(), .kill)]
    case "without":
      var taken: [String] = []
      for token in try names() {
        taken.append(try known(token, in: Intent.names + Syscall.names))
      }
      return [.without(taken)]
    case "default":
      if reader.take(word: "kill") { return [.fallback(.kill)] }
      return [.fallback(try errorRefusal())]
    default:
      throw word.error(
        .unknownStatement,
        suggestion: Spelling.nearest(to: word.text, in: Self.keywords + Syscall.names))
    }
  }

  // MARK: Statements

  /// `NAME: CONDITION [because "…"]`, from the colon on.
  private mutating func admission(of word: PolicyToken) throws(PolicyError) -> Policy.Statement {
    guard let call = Syscall.named(word.text) else {
      throw word.error(
        .unknownName, suggestion: Spelling.nearest(to: word.text, in: Syscall.names))
    }
    _ = reader.take()
    var condition: Condition?
    if !reader.take(word: "always") {
      var parser = ConditionParser(reader: reader, call: call)
      condition = try parser.parse()
      reader = parser.reader
    }
    let reason = try self.reason()
    try checkReason(reason, isNeeded: call.needsReason(unconditional: condition == nil), at: word)
    return .admit(syscall: call.name, condition, because: reason)
  }

  /// `allow NAME … [because "…"]`, after the word.
  private mutating func allowance() throws(PolicyError) -> [Policy.Statement] {
    let tokens = try names(until: ["because"])
    let reason = try self.reason()
    var statements: [Policy.Statement] = []
    for token in tokens {
      places.append(token)
      if !isIntent, let intent = Intent(named: token.text) {
        try checkReason(reason, isNeeded: intent.isDangerous, at: token)
        statements.append(.allow(intent, because: reason))
      } else {
        let name = try known(token, in: Intent.names + Syscall.names)
        let call = Syscall.named(name)
        try checkReason(
          reason, isNeeded: call?.needsReason(unconditional: true) ?? false, at: token)
        statements.append(.admit(syscall: name, because: reason))
      }
    }
    return statements
  }

  private func checkReason(
    _ reason: String?, isNeeded: Bool, at token: PolicyToken
  ) throws(PolicyError) {
    guard !isIntent else { return }
    if isNeeded && reason == nil { throw token.error(.needsReason) }
    if !isNeeded && reason != nil { throw token.error(.needlessReason) }
  }

  /// `because "…"`, or nothing.
  private mutating func reason() throws(PolicyError) -> String? {
    guard reader.take(word: "because") else { return nil }
    let token = reader.take()
    guard token.kind == .string else { throw token.error(.unexpectedWord) }
    guard token.text.contains(where: \.isLetter) else { throw token.error(.needsReason) }
    return token.text
  }

  /// Reads `errno E [report]`.
  private mutating func errorRefusal() throws(PolicyError) -> Refusal {
    _ = try reader.word("errno")
    let token = try reader.word()
    guard let number = ErrorNumber(named: token.text) else {
      throw token.error(
        .unknownError, suggestion: Spelling.nearest(to: token.text, in: ErrorNumber.names))
    }
    return reader.take(word: "report") ? .report(number) : .errno(number)
  }

  // MARK: Names

  private mutating func names(
    until stops: Set<String> = []
  ) throws(PolicyError) -> [PolicyToken] {
    var names = [try reader.word()]
    while !reader.isAtEndOfStatement, !stops.contains(reader.peek.text) {
      names.append(try reader.word())
    }
    return names
  }

  private mutating func refusedNames() throws(PolicyError) -> [String] {
    var refused: [String] = []
    for token in try names(until: ["errno"]) {
      refused.append(try known(token, in: CallGroup.names + Syscall.names))
    }
    return refused
  }

  private func policyName(_ token: PolicyToken) throws(PolicyError) -> String {
    guard library.contains(token.text) else {
      throw token.error(
        .unknownPolicy, suggestion: Spelling.nearest(to: token.text, in: library.names))
    }
    return token.text
  }

  private func known(
    _ token: PolicyToken, in words: @autoclosure () -> [String]
  ) throws(PolicyError) -> String {
    if Syscall.named(token.text) != nil { return token.text }
    let words = words()
    guard words.contains(token.text) else {
      throw token.error(.unknownName, suggestion: Spelling.nearest(to: token.text, in: words))
    }
    return token.text
  }

  // MARK: Meaning

  /// Resolves the policy once, to find what only shows when all statements are together.
  private func check(_ policy: Policy) throws(PolicyError) {
    var resolver = PolicyResolver(library: library)
    do throws(PolicyResolver.Failure) {
      try resolver.add(policy)
    } catch {
      guard let statement = error.statement, origins.indices.contains(statement) else {
        throw error.error
      }
      let origin = origins[statement]
      throw PolicyError(
        error.error.problem, text: error.error.text, line: origin.line, column: origin.column,
        suggestion: error.error.suggestion)
    }
  }

  private static let keywords = ["include", "allow", "deny", "kill", "without", "default"]
}
