// SPDX-License-Identifier: MIT

import LockhostTesting

/// Apple's declarations of the modules that lockhost stands in for, read from `AppleDeclarations.txt`.
struct AppleDeclarations {
  /// One symbol.
  struct Symbol: Hashable {
    let path: String
    /// As `swift-symbolgraph-extract` spells it, without attributes of isolation.
    let declaration: String
    /// Whether the compiler makes it and that tool does not list it.
    let isDerived: Bool
  }

  /// The symbols by module.
  private(set) var symbols: [String: [Symbol]] = [:]
  /// What types conform to, by module and path.
  private(set) var conformances: [String: [String: Set<String>]] = [:]

  private var module = ""
  private var types: [String] = []

  /// Reads the file of the source tree.
  init() throws {
    try self.init(parsing: SourceTree.text("Tests/CaptureSDKTests/Parity/AppleDeclarations.txt"))
  }

  init(parsing text: String) throws {
    for line in text.split(separator: "\n") { try read(line.trimmed) }
    guard types.isEmpty else { throw Unreadable(line: "the end, inside \(types)") }
  }

  private mutating func read(_ line: String) throws {
    if line.hasPrefix("module ") {
      module = String(line.dropFirst(7))
    } else if line == "}" {
      guard types.popLast() != nil else { throw Unreadable(line: line) }
    } else if !line.hasPrefix("//"), !line.isEmpty {
      try readDeclaration(line)
    }
  }

  private mutating func readDeclaration(_ line: String) throws {
    let isDerived = line.hasSuffix("// derived")
    let words = Self.plain(isDerived ? String(line.dropLast(10)) : line)
    guard words.hasSuffix(" {") else {
      let path = (types + [try Self.name(of: words)]).joined(separator: ".")
      symbols[module, default: []].append(
        Symbol(path: path, declaration: words, isDerived: isDerived))
      return
    }
    try open(String(words.dropLast(2)))
  }

  /// A type or an extension, whose members follow.
  private mutating func open(_ header: String) throws {
    let (head, constraint) = header.cut(" where ")
    let (declared, protocols) = head.cut(" : ")
    let name = try Self.name(of: declared)
    types.append(name)
    guard !declared.hasPrefix("extension ") else { return }
    let path = types.joined(separator: ".")
    let isProtocol = declared.hasPrefix("protocol ")
    let declaration =
      (isProtocol ? head : declared) + (constraint.isEmpty ? "" : " where \(constraint)")
    symbols[module, default: []].append(
      Symbol(path: path, declaration: declaration, isDerived: false))
    let names = protocols.split(separator: ",").map { $0.trimmed.split(separator: ".").last ?? "" }
    if !isProtocol { conformances[module, default: [:]][path] = Set(names.map(String.init)) }
  }

  /// Without comments, access, availability, and what says where something runs.
  private static func plain(_ line: String) -> String {
    var words = line
    if words.hasPrefix("@available("), let end = words.firstIndex(of: ")") {
      words = words[words.index(after: end)...].trimmed
    }
    return SymbolGraph.plain(words.replacing("public ", with: ""))
  }

  /// The last part of the path: `init(content:)`, `!=(_:_:)`, `title`.
  private static func name(of declaration: String) throws -> String {
    var words = declaration
    while words.hasPrefix("@"), let space = words.firstIndex(of: " ") {
      words = words[space...].trimmed
    }
    let kinds = [
      "static ", "final ", "convenience ", "func ", "var ", "let ", "case ", "typealias ",
      "associatedtype ", "struct ", "class ", "enum ", "protocol ", "extension ",
    ]
    while let kind = kinds.first(where: { words.hasPrefix($0) }) {
      words = String(words.dropFirst(kind.count))
    }
    let isCallable = declaration.contains("func ") || words.hasPrefix("init")
    let end = words.firstIndex {
      $0 == "(" || $0 == "<" && words.first != "<" || $0 == ":" || $0 == " "
    }
    let name = String(words[..<(end ?? words.endIndex)])
    guard !name.isEmpty else { throw Unreadable(line: declaration) }
    guard isCallable || declaration.hasPrefix("case "), let open = words.firstIndex(of: "(") else {
      return name
    }
    let parameters = Self.parameters(words[open...])
    return name + "(" + parameters.map { $0 + ":" }.joined() + ")"
  }

  /// The labels of a list of parameters in parentheses; operators' have none.
  private static func parameters(_ text: Substring) -> [String] {
    var labels: [String] = []
    var depth = 0
    var current = ""
    for character in text {
      if "([{<".contains(character) { depth += 1 }
      // The arrow of a function type closes nothing.
      if ")]}>".contains(character), !current.hasSuffix("-") || character != ">" { depth -= 1 }
      if depth == 0 || depth == 1 && character == "," {
        if !current.isEmpty { labels.append(label(of: current)) }
        current = ""
        if depth == 0 { break }
      } else if depth > 1 || character != "(" {
        current.append(character)
      }
    }
    return labels
  }

  private static func label(of parameter: String) -> String {
    var words = parameter.trimmed.split(separator: " ")
    words.removeAll { $0.hasPrefix("@") }
    guard let first = words.first else { return "_" }
    // Without a colon it is a type: an associated value, or an operator's operand.
    guard parameter.contains(":") else { return "_" }
    let label = first.hasSuffix(":") ? String(first.dropLast()) : String(first)
    return ["lhs", "rhs"].contains(label) ? "_" : label
  }

  struct Unreadable: Error { let line: String }
}

extension StringProtocol {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// What stands before and after the first of these words.
  fileprivate func cut(_ words: String) -> (String, String) {
    guard let range = String(self).firstRange(of: words) else { return (String(self), "") }
    let text = String(self)
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }
}
