// SPDX-License-Identifier: MIT

import Lockhost
import LockhostServices

/// Reads scripts: steps separated by `;` or newlines, words by spaces.
///
/// A word may be quoted with `"` or `'`; within `"`, a backslash takes the next character as it is.
/// `#` at the start of a word begins a comment, which ends with the line. So a colour needs no
/// quotes: in `color:#FF0000` the sign is not at the start.
package struct ScriptParser {
  private struct Word {
    var text: String
    var line: Int
    var column: Int
  }

  private let characters: [Character]
  private let sourceLines: [String]
  private var index = 0
  private var line = 1
  private var column = 1

  private init(_ source: String) {
    characters = Array(source)
    sourceLines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
  }

  /// The script that a text means.
  ///
  /// - Throws: LH5101 to LH5108, with line, column and the word that was probably meant.
  package static func parse(_ source: String) throws(ScriptError) -> Script {
    var parser = ScriptParser(source)
    var steps: [Script.Line] = []
    while let words = try parser.nextStep() {
      guard let first = words.first else { continue }
      let step = try parser.step(words)
      steps.append(
        Script.Line(
          step: step, text: words.map(\.text).joined(separator: " "), line: first.line,
          column: first.column))
    }
    guard !steps.isEmpty else {
      throw parser.error("LH5108", "there is no step in this script", at: 1, 1, [])
    }
    return Script(steps: steps)
  }

  // MARK: Words

  private mutating func advance() -> Character? {
    guard index < characters.count else { return nil }
    let character = characters[index]
    index += 1
    if character.isNewline {
      line += 1
      column = 1
    } else {
      column += 1
    }
    return character
  }

  private var next: Character? { index < characters.count ? characters[index] : nil }

  /// The words up to the next separator; `nil` at the end.
  private mutating func nextStep() throws(ScriptError) -> [Word]? {
    guard next != nil else { return nil }
    var words: [Word] = []
    while let character = next {
      if character == ";" || character.isNewline {
        _ = advance()
        break
      }
      if character.isWhitespace {
        _ = advance()
      } else if character == "#" {
        while let skipped = next, !skipped.isNewline { _ = advance() }
      } else {
        words.append(try word())
      }
    }
    return words
  }

  private mutating func word() throws(ScriptError) -> Word {
    var word = Word(text: "", line: line, column: column)
    while let character = next, character != ";", !character.isWhitespace {
      if character == "\"" || character == "'" {
        word.text += try quoted()
      } else {
        word.text.append(character)
        _ = advance()
      }
    }
    return word
  }

  private mutating func quoted() throws(ScriptError) -> String {
    let start = (line: line, column: column)
    let mark = advance()
    var text = ""
    while let character = advance() {
      if character == mark { return text }
      if character == "\\", mark == "\"" {
        guard let escaped = advance() else { break }
        text.append(escaped)
      } else {
        text.append(character)
      }
    }
    throw error(
      "LH5106", "the quote is not closed", at: start.line, start.column,
      ["close it with \(mark.map(String.init) ?? "")"])
  }

  // MARK: Steps

  private func step(_ words: [Word]) throws(ScriptError) -> ScriptStep {
    let verb = words[0]
    guard let row = ScriptStep.table.first(where: { $0.word == verb.text }) else {
      throw error(
        "LH5101", "there is no step `\(verb.text)`", at: verb,
        Suggestion.help(for: verb.text, among: ScriptStep.table.map(\.word))
          + ["`lockhost help launch` lists the steps"])
    }
    switch row.word {
    case "wait": return try wait(words, row)
    case "press":
      try exactly(2, words, row)
      return .press(try button(words[1]))
    case "hold":
      try exactly(3, words, row)
      return .hold(try button(words[1]), try duration(words[2]))
    case "cancel":
      try exactly(2, words, row)
      return .cancel(try button(words[1]))
    case "tap":
      try exactly(2, words, row)
      return .tap(words[1].text)
    case "auth":
      try exactly(2, words, row)
      return .authenticate(try answer(words[1]))
    case "camera":
      try exactly(2, words, row)
      return .camera(words[1].text)
    case "turn":
      try exactly(2, words, row)
      guard let angle = Int(words[1].text), [0, 90, 180, 270].contains(angle) else {
        throw error(
          "LH5105", "one cannot turn the device by `\(words[1].text)`", at: words[1],
          ["0 is upright, and 90, 180 and 270 are clockwise from there"])
      }
      return .turn(angle)
    case "fault": return .fault(try fault(words, row))
    case "control":
      try exactly(3, words, row)
      guard let value = Double(words[2].text), value.isFinite else {
        throw error(
          "LH5105", "`\(words[2].text)` is no number", at: words[2],
          ["say the control's new value, such as `control \"Zoom\" 2.5`"])
      }
      return .control(words[1].text, value)
    case "sleep":
      try exactly(2, words, row)
      return .sleep(try duration(words[1]))
    default:
      try exactly(1, words, row)
      switch row.word {
      case "lock": return .lock
      case "unlock": return .unlock
      case "dismiss": return .dismiss
      case "side-button": return .sideButton
      default: return .kill
      }
    }
  }

  private func wait(_ words: [Word], _ row: ScriptStep.Row) throws(ScriptError) -> ScriptStep {
    guard words.count > 1 else { throw missing(words, row) }
    let what = words[1]
    if what.text == "photos" {
      try exactly(3, words, row)
      guard let count = Int(words[2].text), (1...10_000).contains(count) else {
        throw error(
          "LH5105", "`\(words[2].text)` is no number of photos", at: words[2],
          ["say how many there are in all, such as `wait photos 2`"])
      }
      return .wait(.photos(count))
    }
    try exactly(2, words, row)
    switch what.text {
    case "ready": return .wait(.ready)
    case "camera": return .wait(.camera)
    case "photo": return .wait(.photo)
    case "open-request": return .wait(.openRequest)
    case "end": return .wait(.end)
    default:
      throw error(
        "LH5105", "one cannot wait for `\(what.text)`", at: what,
        Suggestion.help(
          for: what.text, among: ["ready", "camera", "photo", "photos", "open-request", "end"]))
    }
  }

  private func fault(_ words: [Word], _ row: ScriptStep.Row) throws(ScriptError) -> Fault {
    guard words.count > 1 else { throw missing(words, row) }
    let name = words[1]
    guard let kind = Fault.Kind(rawValue: name.text) else {
      throw error(
        "LH5105", "there is no fault `\(name.text)`", at: name,
        Suggestion.help(for: name.text, among: Fault.Kind.allCases.map(\.rawValue)))
    }
    guard words.count > 2, kind.ordinaryDuration != nil else {
      try exactly(2, words, row)
      return Fault(kind)
    }
    try exactly(3, words, row)
    return Fault(kind, try duration(words[2]))
  }

  private func button(_ word: Word) throws(ScriptError) -> PhoneButton {
    if let button = PhoneButton(rawValue: word.text) { return button }
    let help =
      ["side-button", "side", "power"].contains(word.text)
      ? ["the side button is a step of its own: `side-button`"]
      : Suggestion.help(for: word.text, among: PhoneButton.allCases.map(\.rawValue))
    throw error("LH5102", "there is no button `\(word.text)`", at: word, help)
  }

  private func answer(_ word: Word) throws(ScriptError) -> AuthenticationAnswer {
    if let answer = AuthenticationAnswer(rawValue: word.text) { return answer }
    throw error(
      "LH5105", "authentication cannot `\(word.text)`", at: word,
      Suggestion.help(for: word.text, among: AuthenticationAnswer.allCases.map(\.rawValue)))
  }

  private func duration(_ word: Word) throws(ScriptError) -> Duration {
    if let duration = DurationText.parse(word.text) { return duration }
    throw error("LH5105", "`\(word.text)` is no duration", at: word, [DurationText.rule])
  }

  // MARK: Errors

  private func exactly(
    _ count: Int, _ words: [Word], _ row: ScriptStep.Row
  ) throws(ScriptError) {
    if words.count < count { throw missing(words, row) }
    if words.count > count {
      throw error(
        "LH5104", "`\(row.word)` does not know what to do with `\(words[count].text)`",
        at: words[count],
        ["usage: \(row.usage)", "separate steps with `;`, and quote a text that has spaces"])
    }
  }

  private func missing(_ words: [Word], _ row: ScriptStep.Row) -> ScriptError {
    let last = words[words.count - 1]
    return error(
      "LH5103", "`\(row.word)` needs more words", at: last.line, last.column,
      ["usage: \(row.usage)"])
  }

  private func error(
    _ code: String, _ message: String, at word: Word, _ help: [String]
  ) -> ScriptError {
    error(code, message, at: word.line, word.column, help)
  }

  private func error(
    _ code: String, _ message: String, at line: Int, _ column: Int, _ help: [String]
  ) -> ScriptError {
    ScriptError(
      code: code, message: message, line: line, column: column,
      source: sourceLines.indices.contains(line - 1) ? sourceLines[line - 1] : "", help: help)
  }
}
