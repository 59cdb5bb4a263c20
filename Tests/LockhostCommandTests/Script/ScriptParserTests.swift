// SPDX-License-Identifier: MIT

import Lockhost
import LockhostServices
import Testing

@testable import LockhostCommand

@Suite("The script parser")
struct ScriptParserTests {
  @Test("only a script with an `auth` step answers a request to unlock")
  func answers() throws {
    #expect(try ScriptParser.parse("wait ready; auth fail").answersAuthentication)
    #expect(!(try ScriptParser.parse("wait ready; dismiss").answersAuthentication))
  }

  static let good: [(String, [ScriptStep])] = [
    ("wait ready", [.wait(.ready)]),
    (
      "wait ready; press camera-control; wait photo; dismiss",
      [.wait(.ready), .press(.cameraControl), .wait(.photo), .dismiss]
    ),
    (
      "wait photos 3\nwait camera\nwait open-request\nwait end",
      [.wait(.photos(3)), .wait(.camera), .wait(.openRequest), .wait(.end)]
    ),
    (
      "press volume-up;press volume-down;press action",
      [.press(.volumeUp), .press(.volumeDown), .press(.action)]
    ),
    ("hold camera-control 1.5s", [.hold(.cameraControl, .milliseconds(1500))]),
    ("cancel action", [.cancel(.action)]),
    ("tap \"Take Photo\"", [.tap("Take Photo")]),
    ("tap 'It''s'", [.tap("Its")]),
    (#"tap "say \"hi\"; now""#, [.tap(#"say "hi"; now"#)]),
    ("tap Shutter", [.tap("Shutter")]),
    ("control \"Zoom\" 2.5", [.control("Zoom", 2.5)]), ("control Tint -1", [.control("Tint", -1)]),
    (
      "auth pass; auth fail; auth cancel",
      [.authenticate(.pass), .authenticate(.fail), .authenticate(.cancel)]
    ),
    ("lock;unlock;side-button;kill", [.lock, .unlock, .sideButton, .kill]),
    ("camera color:#FF0000", [.camera("color:#FF0000")]),
    ("camera \"my photos/cat.jpg\"", [.camera("my photos/cat.jpg")]),
    ("turn 90; turn 0", [.turn(90), .turn(0)]),
    ("fault slow-context 0s", [.fault(Fault(.slowContext, .zero))]),
    ("sleep 200ms", [.sleep(.milliseconds(200))]),
    (
      "fault low-disk; fault late-content; fault late-content 5s",
      [
        .fault(Fault(.lowDisk)), .fault(Fault(.lateContent)),
        .fault(Fault(.lateContent, .seconds(5))),
      ]
    ),
    ("# all of it\n\n ; wait ready # then\n\tdismiss ;; ", [.wait(.ready), .dismiss]),
    ("wait ready\r\ndismiss\r\n", [.wait(.ready), .dismiss]),
  ]

  @Test("reads every step", arguments: good)
  func reads(source: String, steps: [ScriptStep]) throws {
    #expect(try ScriptParser.parse(source).steps.map(\.step) == steps)
  }

  @Test("has an example of each step of the table")
  func complete() {
    let text = Self.good.map(\.0).joined(separator: "\n")
    for row in ScriptStep.table { #expect(text.contains(row.word), "\(row.word)") }
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    let source: String
    let code: String
    let line: Int
    let column: Int
    var says = ""
    var testDescription: String { source }

    init(_ source: String, _ code: String, _ line: Int, _ column: Int, _ says: String = "") {
      self.source = source
      self.code = code
      self.line = line
      self.column = column
      self.says = says
    }
  }

  static let bad = [
    Bad("wiat ready", "LH5101", 1, 1, "did you mean `wait`?"),
    Bad("wait ready; pres action", "LH5101", 1, 13, "did you mean `press`?"),
    Bad("wait ready\n  dissmiss", "LH5101", 2, 3, "did you mean `dismiss`?"),
    Bad("turn 45", "LH5105", 1, 6, "0 is upright"),
    Bad("press camera-contrl", "LH5102", 1, 7, "did you mean `camera-control`?"),
    Bad("press side", "LH5102", 1, 7, "a step of its own: `side-button`"),
    Bad("hold volume-upp 1s", "LH5102", 1, 6, "did you mean `volume-up`?"),
    Bad("press", "LH5103", 1, 1, "usage: press BUTTON"),
    Bad("hold action", "LH5103", 1, 6, "usage: hold BUTTON DURATION"),
    Bad("wait", "LH5103", 1, 1, "usage: wait"),
    Bad("wait photos", "LH5103", 1, 6),
    Bad("tap", "LH5103", 1, 1), Bad("control Zoom", "LH5103", 1, 9),
    Bad("control Zoom far", "LH5105", 1, 14), Bad("control Zoom nan", "LH5105", 1, 14),
    Bad("dismiss now", "LH5104", 1, 9, "now"),
    Bad("wait ready press action", "LH5104", 1, 12, "separate steps with `;`"),
    Bad("tap Take Photo", "LH5104", 1, 10, "quote a text"),
    Bad("wait redy", "LH5105", 1, 6, "did you mean `ready`?"),
    Bad("wait photos none", "LH5105", 1, 13, "wait photos 2"),
    Bad("wait photos 0", "LH5105", 1, 13),
    Bad("wait photos -1", "LH5105", 1, 13),
    Bad("sleep 5", "LH5105", 1, 7, "a number and a unit"),
    Bad("hold action forever", "LH5105", 1, 13, "a number and a unit"),
    Bad("auth pas", "LH5105", 1, 6, "did you mean `pass`?"),
    Bad("wait ready; tap \"Take", "LH5106", 1, 17, "close it with \""),
    Bad("tap 'x\ndismiss", "LH5106", 1, 5),
    Bad("", "LH5108", 1, 1),
    Bad(" ;\n# nothing\n", "LH5108", 1, 1),
  ]

  @Test("says where it is wrong, and what was meant", arguments: bad)
  func refuses(each: Bad) {
    do {
      _ = try ScriptParser.parse(each.source)
      Issue.record("it was accepted")
    } catch {
      #expect(error.code == each.code)
      #expect(error.line == each.line)
      #expect(error.column == each.column)
      let text = ([error.message] + error.help).joined(separator: "\n")
      #expect(text.contains(each.says), "\(text)")
      #expect(error.failure.exitStatus == 64)
    }
  }

  @Test("shows the line with a caret under the place")
  func caret() {
    let error = #expect(throws: ScriptError.self) { try ScriptParser.parse("wait ready; tpa x") }
    #expect(error?.failure.details == ["wait ready; tpa x", "            ^"])
  }

  @Test("never traps, whatever it is given")
  func hostile() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("waitpress;\"'\\# \n\t\u{0}é👩‍👩‍👧tap photos 99999999999999999999s")
    for _ in 0..<2000 {
      let length = Int.random(in: 0...40, using: &random)
      let source = String((0..<length).compactMap { _ in alphabet.randomElement(using: &random) })
      // Either outcome is fine; only that there is one matters.
      _ = try? ScriptParser.parse(source)
    }
  }
}
