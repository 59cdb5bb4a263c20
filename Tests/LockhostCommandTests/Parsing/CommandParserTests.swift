// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostCommand

@Suite("The command line's parser")
struct CommandParserTests {
  struct Good: CustomTestStringConvertible, Sendable {
    let typed: [String]
    let verb: String
    var values: [String: [String]] = [:]
    var operands: [String] = []
    var command: [String] = []
    var testDescription: String { typed.joined(separator: " ") }
  }

  static let good = [
    Good(typed: ["launch"], verb: "launch"),
    Good(
      typed: ["launch", "X.app", "--locked"], verb: "launch", values: ["locked": [""]],
      operands: ["X.app"]),
    Good(
      typed: ["launch", "--do", "wait ready; dismiss", "X.app"], verb: "launch",
      values: ["do": ["wait ready; dismiss"]], operands: ["X.app"]),
    Good(
      typed: ["launch", "--watchdog=250ms", "--from=control-center"], verb: "launch",
      values: ["watchdog": ["250ms"], "from": ["control-center"]]),
    Good(
      typed: ["build", "-o", "out", "P"], verb: "build", values: ["output": ["out"]],
      operands: ["P"]),
    Good(typed: ["build", "-oout"], verb: "build", values: ["output": ["out"]]),
    Good(
      typed: ["build", "-qvcdebug"], verb: "build",
      values: ["quiet": [""], "verbose": [""], "configuration": ["debug"]]),
    Good(typed: ["build", "--", "-strange"], verb: "build", operands: ["-strange"]),
    Good(typed: ["sessions"], verb: "sessions list"),
    Good(typed: ["sessions", "--json"], verb: "sessions list", values: ["json": [""]]),
    Good(typed: ["sessions", "show", "last"], verb: "sessions show", operands: ["last"]),
    Good(typed: ["photos", "export", "a", "b"], verb: "photos export", operands: ["a", "b"]),
    Good(
      typed: ["privacy", "grant", "camera", "org.x"], verb: "privacy grant",
      operands: ["camera", "org.x"]),
    Good(typed: ["exec", "--", "ls", "-l"], verb: "exec", command: ["ls", "-l"]),
    Good(typed: ["exec", "ls", "--json"], verb: "exec", command: ["ls", "--json"]),
    Good(
      typed: ["exec", "--read", "a", "--read=b", "--json", "ls"], verb: "exec",
      values: ["read": ["a", "b"], "json": [""]], command: ["ls"]),
    Good(
      typed: ["launch", "--camera", "pattern", "--camera", "x.jpg"], verb: "launch",
      values: ["camera": ["pattern", "x.jpg"]]),
  ]

  @Test("sorts what was typed", arguments: good)
  func sorts(each: Good) throws {
    let command = try CommandParser.parse(each.typed)
    #expect(command.verb.name == each.verb)
    #expect(command.values == each.values)
    #expect(command.operands == each.operands)
    #expect(command.command == each.command)
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    let typed: [String]
    let code: String
    var says = ""
    var testDescription: String { typed.joined(separator: " ") }
  }

  static let bad = [
    Bad(typed: ["lanch"], code: "LH5001", says: "did you mean `launch`?"),
    Bad(typed: ["sesions", "list"], code: "LH5001", says: "did you mean `sessions`?"),
    Bad(typed: ["sessions", "lst"], code: "LH5001", says: "did you mean `list`?"),
    Bad(typed: ["privacy", "grnat"], code: "LH5001", says: "did you mean `grant`?"),
    Bad(typed: ["xyzzy"], code: "LH5001"),
    Bad(typed: ["--locked"], code: "LH5001"),
    Bad(typed: ["launch", "--lokced"], code: "LH5002", says: "did you mean `--locked`?"),
    Bad(typed: ["launch", "-z"], code: "LH5002"),
    Bad(typed: ["build", "--locked"], code: "LH5002"),
    Bad(typed: ["launch", "--camera"], code: "LH5003", says: "SOURCE"),
    Bad(typed: ["build", "-o"], code: "LH5003", says: "DIR"),
    Bad(
      typed: ["launch", "--from", "lockscreen"], code: "LH5004", says: "did you mean `lock-screen`?"
    ),
    Bad(typed: ["launch", "--watchdog", "10"], code: "LH5004", says: "a number and a unit"),
    Bad(typed: ["launch", "--locked=yes"], code: "LH5004", says: "takes no value"),
    Bad(typed: ["state", "loked"], code: "LH5004", says: "did you mean `locked`?"),
    Bad(typed: ["privacy", "grant", "camra", "x"], code: "LH5004", says: "did you mean `camera`?"),
    Bad(typed: ["install"], code: "LH5005", says: "usage:"),
    Bad(typed: ["privacy", "grant", "camera"], code: "LH5005", says: "ID"),
    Bad(typed: ["exec", "--"], code: "LH5005"),
    Bad(typed: ["lock", "now"], code: "LH5006", says: "now"),
    Bad(typed: ["launch", "--locked", "--unlocked"], code: "LH5007", says: "exclude"),
  ]

  @Test("names what is wrong with it, and what was probably meant", arguments: bad)
  func refuses(each: Bad) {
    do {
      _ = try CommandParser.parse(each.typed)
      Issue.record("it was accepted")
    } catch {
      #expect(error.code == each.code)
      #expect(error.exitStatus == 64)
      let text = ([error.message] + error.help).joined(separator: "\n")
      #expect(text.contains(each.says), "\(text)")
    }
  }

  @Test("knows every flag of every verb, by name and by letter")
  func everyFlag() throws {
    for verb in CommandTable.verbs {
      for flag in verb.allFlags where flag.name != "help" {
        let value: [String] =
          switch flag.value {
          case nil: []
          case .choice(let words): [words[0]]
          case .duration: ["1s"]
          default: ["x"]
          }
        var tail = verb.operands.filter { !$0.isOptional }.map { operand in
          if case .choice(let words) = operand.value { words[0] } else { "x" }
        }
        if verb.takesCommand { tail += ["--", "true"] }
        var spellings = ["--" + flag.name]
        if let letter = flag.letter { spellings.append("-\(letter)") }
        for spelling in spellings {
          let command = try CommandParser.parse(verb.words + [spelling] + value + tail)
          #expect(command.values[flag.name] == [value.first ?? ""], "\(verb.name) \(spelling)")
        }
      }
    }
  }

  @Test("asks for help before it complains")
  func help() throws {
    #expect(try CommandParser.parse(["install", "-h"]).help == .short)
    #expect(try CommandParser.parse(["exec", "--help"]).help == .long)
    #expect(try CommandParser.parse(["exec", "ls", "--help"]).help == .none)
  }

  @Test("is a table without contradictions")
  func table() {
    for verb in CommandTable.verbs {
      let names = verb.allFlags.map(\.name)
      #expect(Set(names).count == names.count, "\(verb.name) has a flag twice")
      let letters = verb.allFlags.compactMap(\.letter)
      #expect(Set(letters).count == letters.count, "\(verb.name) has a letter twice")
      #expect(!verb.short.hasSuffix("."), "\(verb.name)")
      if verb.category != .hidden { #expect(!verb.examples.isEmpty, "\(verb.name)") }
      for flag in verb.flags { #expect(!flag.short.hasSuffix("."), "--\(flag.name)") }
    }
    #expect(Set(CommandTable.verbs.map(\.name)).count == CommandTable.verbs.count)
  }

  @Test("has an action for each verb")
  func actions() {
    #expect(VerbDispatch.names == Set(CommandTable.verbs.map(\.name)))
  }
}
