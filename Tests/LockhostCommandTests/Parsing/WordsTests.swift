// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostCommand

@Suite("Words")
struct WordsTests {
  @Test(
    "the word that was meant is near enough",
    arguments: [
      ("lanch", "launch"), ("lauhcn", "launch"), ("unlok", "unlock"), ("bild", "build"),
      ("doc", "doctor"), ("EXPLAIN", "explain"),
    ])
  func near(typed: String, meant: String) {
    #expect(Suggestion.nearest(to: typed, among: CommandTable.firstWords) == meant)
  }

  @Test("a word that resembles nothing gets no suggestion", arguments: ["xyzzy", "", "a", "qqqq"])
  func far(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: ["launch", "build", "explain"]) == nil)
  }

  @Test(
    "edits are counted, swapped neighbours as one",
    arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3)])
  func distance(first: String, second: String, edits: Int) {
    #expect(Suggestion.distance(first, second) == edits)
    #expect(Suggestion.distance(second, first) == edits)
  }

  @Test(
    "durations have a unit",
    arguments: [
      ("10s", .seconds(10)), ("250ms", .milliseconds(250)), ("1.5s", .milliseconds(1500)),
      ("2m", .seconds(120)), ("1h", .seconds(3600)), ("7us", .microseconds(7)),
      ("0s", .zero), ("0.001s", .milliseconds(1)),
    ] as [(String, Duration)])
  func durations(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(
    "what is no duration is refused",
    arguments: ["", "10", "s", "-1s", "1.s", ".5s", "1.2.3s", "1e3s", "٣s", "9999999999s", "1 s"])
  func noDurations(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(
    "durations are said in the unit that fits",
    arguments: [
      (.microseconds(12), "12 µs"), (.microseconds(1500), "1.5 ms"), (.seconds(30), "30.0 s"),
      (.milliseconds(3_449), "3.4 s"),
    ] as [(Duration, String)])
  func describes(duration: Duration, text: String) {
    #expect(DurationText.describe(duration) == text)
  }

  @Test("lines are broken between words")
  func wraps() {
    #expect(Wrapping.lines("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(Wrapping.lines("aaaaaaaa b", width: 3) == ["aaaaaaaa", "b"])
    #expect(Wrapping.lines("", width: 3) == [""])
  }

  @Test(
    "colour is decided by flag, environment and terminal",
    arguments: [
      ("always", ["NO_COLOR": "1"], true), ("never", ["CLICOLOR_FORCE": "1"], false),
      (nil, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false), (nil, ["CLICOLOR_FORCE": "1"], true),
      (nil, ["NO_COLOR": "", "CLICOLOR_FORCE": "1"], true),
      ("auto", ["CLICOLOR_FORCE": "0"], false),
    ] as [(String?, [String: String], Bool)])
  func color(flag: String?, environment: [String: String], expected: Bool) {
    // Descriptor -1 is no terminal.
    #expect(Terminal.Style.wantsColor(flag, -1, environment) == expected)
  }

  @Test("what could steer a terminal is spelled out")
  func printable() {
    #expect(FailureText.printable("a\u{1B}[2Jb\u{202E}c\nd") == "a\\u{1b}[2Jb\\u{202e}c\\u{a}d")
    #expect(FailureText.printable("Übung · 写真") == "Übung · 写真")
  }
}
