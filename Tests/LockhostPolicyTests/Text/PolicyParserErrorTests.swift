// SPDX-License-Identifier: MIT

import LockhostPolicy
import Testing

@Suite("Errors in policies") struct PolicyParserErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let problem: PolicyError.Problem
    let line: Int
    let column: Int
    let word: String
    let suggestion: String?
    var testDescription: String { "\(problem) in \(text.debugDescription)" }

    init(
      _ text: String, _ problem: PolicyError.Problem, _ line: Int, _ column: Int, _ word: String,
      suggestion: String? = nil
    ) {
      self.text = text
      self.problem = problem
      self.line = line
      self.column = column
      self.word = word
      self.suggestion = suggestion
    }
  }

  static let cases: [Case] = [
    Case("", .unexpectedWord, 1, 1, "the end of the text"),
    Case("polcy x", .unexpectedWord, 1, 1, "polcy", suggestion: "policy"),
    Case("  policy x", .unexpectedWord, 1, 3, "policy"),
    Case("policy", .unexpectedWord, 1, 7, "the end of the text"),
    Case("policy x y", .unexpectedWord, 1, 10, "y"),
    Case("policy x\nallow memory; threads", .unexpectedCharacter, 2, 13, ";"),
    Case("policy x\nallow \u{7}", .unexpectedCharacter, 2, 7, "U+7"),
    Case("policy x \"\u{202e}evil\"", .unexpectedCharacter, 1, 11, "U+202e"),
    Case("policy x \"a\\n\"", .unexpectedCharacter, 1, 12, "\\"),
    Case("policy x \"open", .unterminated, 1, 10, "open"),
    Case("policy x\nallow host-network because \"a\nb\"", .unterminated, 2, 28, "a"),
    Case("policy x\nalow memory", .unknownStatement, 2, 1, "alow", suggestion: "allow"),
    Case("policy x\npermit memory", .unknownStatement, 2, 1, "permit"),
    Case("policy x\nallow memroy", .unknownName, 2, 7, "memroy", suggestion: "memory"),
    Case(
      "policy x\nallow memory threads\n  tiem", .unknownName, 3, 3, "tiem", suggestion: "time"),
    Case("policy x\nmmpa: prot in 1", .unknownName, 2, 1, "mmpa", suggestion: "mmap"),
    Case("policy x\ndeny sockett errno EPERM", .unknownName, 2, 6, "sockett", suggestion: "socket"),
    Case("policy x\nkill mount mounds", .unknownName, 2, 12, "mounds", suggestion: "mounts"),
    Case("policy x\nwithout quatsch", .unknownName, 2, 9, "quatsch"),
    Case("policy x\nmmap: port in 1", .unknownArgument, 2, 7, "port", suggestion: "prot"),
    Case("policy x\ngetpid: pid == 1", .unknownArgument, 2, 9, "pid"),
    Case(
      "policy x\nmmap: prot in ~PROT_EXCE", .unknownConstant, 2, 16, "PROT_EXCE",
      suggestion: "PROT_EXEC"),
    Case("policy x\nmmap: prot in O_RDONLY", .unknownConstant, 2, 15, "O_RDONLY"),
    Case(
      "policy x\ndeny socket errno EPREM", .unknownError, 2, 19, "EPREM", suggestion: "EPERM"),
    Case("policy x\ndefault errno 1", .unexpectedWord, 2, 15, "1"),
    Case("policy x\ndefault report EPERM", .unexpectedWord, 2, 9, "report", suggestion: "errno"),
    Case("policy x\ninclude captur", .unknownPolicy, 2, 9, "captur", suggestion: "capture"),
    Case("policy x\nsocket: domain == 0x100000000", .numberOutOfRange, 2, 19, "0x100000000"),
    Case("policy x\nsocket: domain == 010", .numberOutOfRange, 2, 19, "010"),
    Case(
      "policy x\nread: count < 99999999999999999999", .numberOutOfRange, 2, 15,
      "99999999999999999999"),
    Case("policy x\nmmap: prot & 3 == 4", .neverTrue, 2, 7, "prot"),
    Case("policy x\nread: count < 0", .neverTrue, 2, 7, "count"),
    Case("policy x\nread: fd == 1 && fd == 2", .neverTrue, 2, 7, "fd"),
    Case("policy x\nsocket: domain != AF_INET", .notExpressible, 2, 9, "domain"),
    Case("policy x\nread: fd >= 3", .notExpressible, 2, 7, "fd"),
    Case("policy x\nread: fd < -1", .notExpressible, 2, 7, "fd"),
    Case("policy x\nread: count > 1 && count < 9", .notExpressible, 2, 7, "count"),
    Case("policy x\nread: fd 3", .unexpectedWord, 2, 10, "3"),
    Case("policy x\nread: fd ==", .unexpectedWord, 2, 12, "the end of the text"),
    Case("policy x\nread: fd == 3 &&\nallow memory", .unexpectedWord, 3, 1, "allow"),
    Case(
      "policy x\nread: (fd == 3", .unexpectedWord, 2, 15, "the end of the text", suggestion: ")"),
    Case(
      "policy x\nread: fd in {3", .unexpectedWord, 2, 15, "the end of the text", suggestion: "}"),
    Case("policy x\nread: fd in {}", .unexpectedWord, 2, 14, "}"),
    Case("policy x\nallow host-network", .needsReason, 2, 7, "host-network"),
    Case("policy x\nallow ptrace", .needsReason, 2, 7, "ptrace"),
    Case("policy x\nallow ioctl", .needsReason, 2, 7, "ioctl"),
    Case("policy x\nallow host-network because \"…\"", .needsReason, 2, 28, "…"),
    Case("policy x\nallow memory because \"why not\"", .needlessReason, 2, 7, "memory"),
    Case("policy x\nallow read\ndeny read errno EPERM", .contradiction, 3, 1, "read"),
    Case("policy x\ninclude capture\nkill read", .contradiction, 3, 1, "read"),
    Case("policy x\ndefault kill\ndefault errno EPERM", .duplicateDefault, 3, 1, "default"),
    Case(
      "policy x\nallow " + String(repeating: "a", count: 65), .tooLarge, 2, 7,
      String(repeating: "a", count: 65)),
    Case("policy x\nread: " + String(repeating: "(", count: 40), .tooLarge, 2, 39, "("),
    Case(
      "policy x\nread: fd in {" + (0..<300).map(String.init).joined(separator: ", ") + "}",
      .tooLarge, 2, 1187, ","),
  ]

  @Test("each mistake has its place, its word, and the nearest right one", arguments: cases)
  func mistakes(_ row: Case) throws {
    let error = try #require(throws: PolicyError.self) { try Policy(parsing: row.text) }
    #expect(error.problem == row.problem)
    #expect(error.line == row.line)
    #expect(error.column == row.column)
    #expect(error.text == row.word)
    #expect(error.suggestion == row.suggestion)
  }

  @Test("every problem is in the table, or has its own test")
  func complete() {
    let covered = Set(Self.cases.map(\.problem))
    #expect(Set(PolicyError.Problem.allCases).subtracting(covered) == [.circularInclude])
  }

  @Test("a policy that includes itself is an error")
  func circles() throws {
    var library = PolicyLibrary.builtIn
    library.add("a", text: "policy a\ninclude b")
    library.add("b", text: "policy b\nallow memory\ninclude a")
    let error = try #require(throws: PolicyError.self) { try library.policy(named: "a") }
    #expect(error.problem == .circularInclude)
    #expect(error.line == 2)
  }

  @Test("a text of a megabyte is refused before it is read")
  func large() throws {
    let text = "policy x\n" + String(repeating: "# nothing\n", count: 100_000)
    let error = try #require(throws: PolicyError.self) { try Policy(parsing: text) }
    #expect(error.problem == .tooLarge)
  }

  @Test("an error reads as one line with place and hint")
  func description() throws {
    let error = try #require(throws: PolicyError.self) {
      try Policy(parsing: "policy x\nallow memroy")
    }
    #expect(
      error.description == """
        line 2, column 7: “memroy” is no intent, group or system call; did you mean “memory”?
        """)
  }

  @Test("a policy built in code has the same errors, without a place")
  func builtInCode() throws {
    var policy = Policy(name: "x", statements: [.admit(syscall: "ptrace")])
    var error = try #require(throws: PolicyError.self) { try policy.resolved() }
    #expect(error.problem == .needsReason)
    #expect(error.line == nil)
    policy.statements = [.refuse(["nothing"], .kill)]
    error = try #require(throws: PolicyError.self) { try policy.resolved() }
    #expect(error.problem == .unknownName)
  }
}
