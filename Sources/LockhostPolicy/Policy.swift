// SPDX-License-Identifier: MIT

/// What a guest may ask of the kernel, as a value with a text form.
///
/// A policy is a list of statements. `allow` admits calls, by intent or one by one; `deny` and
/// `kill` say how everything else of a call is refused; `without` takes back what an `include`
/// brought in; `default` answers for the known calls that nothing else names. A call is admitted
/// when any rule admits it, so the order of `allow` lines has no meaning. Refusing a call outright
/// that another line admits outright is an error, not a question of precedence.
///
/// Calling conventions, the 32-bit halves of registers and numbers newer than lockhost are not in
/// the language: foreign conventions always kill, both halves are always compared, unknown numbers
/// are always `ENOSYS`.
public struct Policy: Hashable, Sendable {
  /// The name: lower-case letters, digits and `-`.
  public var name: String
  /// One sentence for people, or nil.
  public var summary: String?
  /// The statements, in the author's order.
  public var statements: [Statement]

  /// Makes a policy from its parts.
  ///
  /// Names in it are checked when it is resolved or parsed.
  public init(name: String, summary: String? = nil, statements: [Statement] = []) {
    self.name = name
    self.summary = summary
    self.statements = statements
  }

  /// Reads the text form.
  ///
  /// - Parameter library: Where `include` finds other policies.
  /// - Throws: `PolicyError` with line and column, for text that is not a policy, for an unknown
  ///   name (with the nearest known one), and for statements that contradict each other.
  public init(parsing text: String, library: PolicyLibrary = .builtIn) throws(PolicyError) {
    var parser = PolicyParser(text: text, library: library)
    self = try parser.parsePolicy()
  }

  /// One line of a policy.
  public enum Statement: Hashable, Sendable {
    /// `include NAME`: all statements of another policy.
    case include(String)
    /// `allow INTENT`, with a reason where the intent is dangerous.
    case allow(Intent, because: String? = nil)
    /// `allow SYSCALL` or `SYSCALL: CONDITION`, with a reason where the call is dangerous.
    case admit(syscall: String, Condition? = nil, because: String? = nil)
    /// `deny NAME … errno E`, `deny NAME … errno E report`, `kill NAME …`; names of calls or groups.
    case refuse([String], Refusal)
    /// `without NAME …`: takes back intents, and everything that the lines above say of calls.
    case without([String])
    /// `default …`: how known calls are refused that no other line names.
    case fallback(Refusal)
  }
}

extension Policy {
  /// Adds an intent.
  public mutating func allow(_ intents: Intent...) {
    statements += intents.map { .allow($0) }
  }

  /// Adds a dangerous intent, with the reason that reports and scores will show.
  public mutating func allow(_ intent: DangerousIntent, because reason: String) {
    statements.append(.allow(intent.intent, because: reason))
  }

  /// Says how calls or groups of calls are refused where no rule admits them.
  public mutating func refuse(_ names: String..., with refusal: Refusal) {
    statements.append(.refuse(names, refusal))
  }
}

extension Policy {
  /// Resolves every name, include and intent into rules by number.
  ///
  /// - Throws: `PolicyError` for what the parser would refuse in a policy that was built in code.
  public func resolved(in library: PolicyLibrary = .builtIn) throws(PolicyError) -> RuleTable {
    var resolver = PolicyResolver(library: library)
    do throws(PolicyResolver.Failure) {
      try resolver.add(self)
    } catch {
      throw error.error
    }
    return resolver.table(named: name)
  }
}
