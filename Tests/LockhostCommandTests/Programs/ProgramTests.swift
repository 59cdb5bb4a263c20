// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostCommand

/// The built program, from outside: streams and exit statuses.
@Suite("The built program", .timeLimit(.minutes(2)))
struct ProgramTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func lockhost(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    var variables = ProgramRun.environment
    variables["LOCKHOST_HOME"] = scratch.path("state")
    variables.merge(environment) { $1 }
    let program = try ProgramFolder.path(of: "lockhost")
    return await (try RunningProgram(program, arguments, environment: variables)).finish()
  }

  @Test("without a verb it shows the overview on standard error and exits 64")
  func nothing() async throws {
    let run = try await lockhost()
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Usage: lockhost VERB"))
  }

  @Test(
    "help and version are data",
    arguments: [
      ["--help"], ["-h"], ["help"], ["help", "launch"], ["launch", "--help"], ["--version"],
    ])
  func data(arguments: [String]) async throws {
    let program = try ProgramFolder.path(of: "lockhost")
    let run = await (try RunningProgram(program, arguments)).finish()
    #expect(run.status == 0)
    #expect(!run.output.isEmpty)
    #expect(run.errors.isEmpty)
  }

  @Test("the version as JSON is one line with a schema")
  func version() async throws {
    let run = try await lockhost("--version", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "lockhost.version/1")
    #expect(object["version"] as? String == CommandVersion.text)
    #expect(run.lines.count == 1)
  }

  @Test("a wrong word exits 64, says so on standard error, and points to its article")
  func wrongWord() async throws {
    let run = try await lockhost("lanch")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        error[LH5001]: there is no verb `lanch`
        help: did you mean `launch`?
              `lockhost help` lists the verbs
              `lockhost explain LH5001` has the details

        """)
  }

  @Test("with --json an error is also a line of JSON on standard output")
  func wrongWordJSON() async throws {
    let run = try await lockhost("launch", "--lokced", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "lockhost.error/1")
    #expect(object["code"] as? String == "LH5002")
    #expect(object["exitStatus"] as? Int == 64)
  }

  @Test("colour comes only when it is asked for")
  func color() async throws {
    #expect(!(try await lockhost("lanch").errors.contains("\u{1B}")))
    #expect(try await lockhost("launch", "-z", "--color=always").errors.contains("\u{1B}[1;31m"))
    let forced = try await lockhost("lanch", environment: ["CLICOLOR_FORCE": "1"])
    #expect(forced.errors.contains("\u{1B}["))
    let both = try await lockhost("lanch", environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
    #expect(!both.errors.contains("\u{1B}"))
  }

  @Test("an empty path is said to be one")
  func emptyPath() async throws {
    let empty = try await lockhost("list", "--set", "")
    #expect(empty.status == 64)
    #expect(empty.errors.contains("LH5004"))
  }

  @Test("a script is judged before anything is started")
  func script() async throws {
    let run = try await lockhost("launch", "nowhere.app", "--do", "wait ready; press camra-control")
    #expect(run.status == 64)
    #expect(run.errors.contains("error[LH5102]: step at line 1, column 19"))
    #expect(run.errors.contains("did you mean `camera-control`?"))
    let missing = try await lockhost("launch", "nowhere.app", "--do", "@nowhere.script")
    #expect(missing.status == 64)
    #expect(missing.errors.contains("LH5107"))
  }

  @Test("the lock state is stored, and shown as text and as JSON")
  func state() async throws {
    #expect(try await lockhost("state").lines.first == "locked")
    #expect(try await lockhost("unlock").status == 0)
    #expect(try await lockhost("state").lines.first == "unlocked")
    #expect(try await lockhost("lock").status == 0)
    for answer in ["fail", "cancel"] {
      let run = try await lockhost("unlock", "--auth", answer)
      #expect(run.status == 75)
      #expect(run.errors.contains("LH5013"))
    }
    let json = try await lockhost("state", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "lockhost.state/1")
    #expect(object["lockState"] as? String == "locked")
    // Locking a device that was never unlocked does not make it any weaker.
    #expect(try await lockhost("state", "before-first-unlock").status == 0)
    #expect(try await lockhost("lock").lines.first == "before-first-unlock")
  }

  @Test("two devices and two state folders know nothing of each other")
  func separate() async throws {
    #expect(try await lockhost("unlock").status == 0)
    #expect(try await lockhost("state", "--device", "other").lines.first == "locked")
    #expect(try await lockhost("state", "--set", scratch.path("other")).lines.first == "locked")
    let other = try await lockhost("state", environment: ["LOCKHOST_DEVICE": "other"])
    #expect(other.lines.contains("device  other"))
  }

  @Test("permissions are granted, refused and listed")
  func privacy() async throws {
    #expect(try await lockhost("privacy", "grant", "camera", "org.example.a").status == 0)
    #expect(try await lockhost("privacy", "revoke", "photos-add", "org.example.a").status == 0)
    let listed = try await lockhost("privacy", "list", "org.example.a", "--json")
    #expect(listed.output.contains(#""permission":"camera","status":"authorized""#))
    #expect(listed.output.contains(#""permission":"photos-add","status":"denied""#))
    #expect(try await lockhost("privacy", "list", "org.example.b").lines.count == 1)
  }

  @Test("empty lists are no error; what is not there is")
  func empty() async throws {
    #expect(try await lockhost("sessions", "list").status == 0)
    #expect(try await lockhost("photos", "list").status == 0)
    let json = try await lockhost("photos", "list", "--json")
    #expect(json.lines == [#"{"items":[],"schema":"lockhost.photos/1"}"#])
    let shown = try await lockhost("sessions", "show", "nothing")
    #expect(shown.status == 65)
    #expect(shown.errors.contains("LH6007"))
    let exported = try await lockhost("photos", "export", "nothing")
    #expect(exported.status == 65)
    #expect(exported.errors.contains("LH4025"))
  }

  @Test("records of sessions are removed by name or age")
  func clearSessions() async throws {
    #expect(try await lockhost("sessions", "clear").lines == ["removed 0"])
    let sessions = scratch.path("state/devices/default/sessions")
    let names = [
      "20200101-000000-0badcafe", "20210101-000000-0badcafe", "20210101-000000-1badcafe",
    ]
    for name in names {
      try FileManager.default.createDirectory(
        atPath: "\(sessions)/\(name)", withIntermediateDirectories: true)
    }
    // What begins like several is no session, and that is said.
    let several = try await lockhost("explain", "2021")
    #expect(several.status == 64)
    #expect(several.errors.contains("“2021” fits 2 sessions"), "\(several.errors)")
    let both = try await lockhost("sessions", "clear", "2020", "--older-than", "30d")
    #expect(both.status == 64)
    #expect(try await lockhost("sessions", "clear", "nonesuch").status == 65)
    #expect(try await lockhost("sessions", "clear", "2020").lines == ["removed 1"])
    let rest = try await lockhost("sessions", "clear", "--older-than", "30d", "--json")
    let list = names[1...].map { "\"\($0)\"" }.joined(separator: ",")
    #expect(rest.lines == [#"{"items":[\#(list)],"schema":"lockhost.removed/1"}"#])
    #expect(scratch.contents(of: "state/devices/default/sessions").isEmpty)
    #expect(scratch.contents(of: "state/devices/default/unfinished").isEmpty)
  }

  @Test("a damaged photo library is told once, and is no hindrance then")
  func damagedLibrary() async throws {
    #expect(try await lockhost("photos", "list").status == 0)
    try scratch.write("no database", to: "state/devices/default/photos/library.sqlite")
    let told = try await lockhost("photos", "list")
    #expect(told.status == 65)
    #expect(told.errors.contains("LH4028"), "\(told.errors)")
    #expect(told.errors.contains("as damaged-"), "\(told.errors)")
    #expect(try await lockhost("photos", "list").status == 0)
  }

  @Test("a watchdog that waits for nothing is a mistake", arguments: ["--watchdog", "--idle"])
  func noTime(flag: String) async throws {
    let run = try await lockhost("launch", flag, "0s")
    #expect(run.status == 64)
    #expect(run.errors.contains("give more than 0"), "\(run.errors)")
  }

  @Test("in a folder that was removed, a relative path is not another folder's")
  func removedFolder() async throws {
    let program = try ProgramFolder.path(of: "lockhost")
    let folder = try ScratchFolder()
    for words in ["exec --read . -- true", "exec --read etc -- true"] {
      let run = try await ProgramRun.run(
        "bash",
        [
          "-c",
          "mkdir \(folder.path)/d && cd \(folder.path)/d && rmdir ../d && '\(program)' \(words)",
        ])
      #expect(run.status == 64, "\(run.end)")
      #expect(run.errors.contains("the working folder was removed"), "\(run.errors)")
    }
  }

  @Test("explain has articles, and knows near codes")
  func explain() async throws {
    let article = try await lockhost("explain", "LH2001")
    #expect(article.status == 0)
    #expect(article.output.hasPrefix("LH2001: The watchdog "))
    let unknown = try await lockhost("explain", "LH2991")
    #expect(unknown.status == 64)
    #expect(try await lockhost("explain").lines.count > ErrorArticle.all.count)
  }

  @Test("a reader that goes away is no error")
  func closedOutput() async throws {
    let program = try ProgramFolder.path(of: "lockhost")
    let run = try await ProgramRun.run(
      "bash", ["-c", "set -o pipefail; '\(program)' explain | head -n 1"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
  }
}
