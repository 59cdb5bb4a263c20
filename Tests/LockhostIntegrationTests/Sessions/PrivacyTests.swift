// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Permissions from the command line to a running extension.
@Suite(
  "Privacy", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct PrivacyTests {
  private static let application = "org.lockhost.CameraSample"

  @Test("an installed app asks for everything; grant, revoke and reset change what starts")
  func decisions() async throws {
    let phone = try Phone()
    #expect(try await phone.run("install", Fixtures.app("CameraSample")).status == 0)
    func starts(_ target: String) async throws -> Bool {
      try await phone.run(
        "launch", Self.application, "--locked", "--dry-run", "--require", target
      ).status == 0
    }
    #expect(try await starts("app"))
    #expect(try await phone.run("privacy", "grant", "camera", Self.application).status == 0)
    #expect(try await starts("extension"))
    #expect(try await phone.run("privacy", "revoke", "camera", Self.application).status == 0)
    #expect(try await starts("app"))
    #expect(try await phone.run("privacy", "grant", "all", Self.application).status == 0)
    #expect(try await starts("extension"))
    #expect(try await phone.run("privacy", "reset", "all", Self.application).status == 0)
    #expect(try await starts("app"))
  }

  @Test("the list has every permission of every installed app, and who does not say why")
  func list() async throws {
    let phone = try Phone()
    #expect(try await phone.run("install", Fixtures.app("CameraSample")).status == 0)
    #expect(try await phone.run("privacy", "grant", "camera", Self.application).status == 0)
    let run = try await phone.run("privacy", "list", Self.application)
    #expect(run.lines.count == Permission.allCases.count, "\(run.output)")
    let camera = try #require(run.lines.first { $0.contains(" camera ") })
    #expect(camera.contains("authorized") && !camera.contains("no usage text"), "\(camera)")
    let microphone = try #require(run.lines.first { $0.contains(" microphone ") })
    #expect(
      microphone.contains("no usage text in \(Self.application), \(Self.application).Capture"),
      "\(microphone)")
    #expect(try await phone.run("privacy", "list", "org.example.nobody").lines.count == 1)
  }

  @Test(
    "what is taken back while it is used ends the extension, with what it had finished",
    arguments: ["revoke", "reset"])
  func withdrawal(verb: String) async throws {
    let phone = try Phone()
    let application = Self.application
    #expect(try await phone.run("install", Fixtures.app("CameraSample")).status == 0)
    for permission in ["camera", "photos-add"] {
      #expect(try await phone.run("privacy", "grant", permission, application).status == 0)
    }
    let recordPath = phone.scratch.path("record.json")
    let program = try phone.start([
      "launch", application, "--locked", "--json-output", recordPath, "--do",
      "wait ready; press camera-control; wait photo; wait end",
    ])
    let hasPhoto = await Waiting.until(within: .seconds(60)) {
      program.errors.contains("Saved IMG_0001.jpg")
    }
    #expect(hasPhoto, "\(program.errors)")
    #expect(try await phone.run("privacy", verb, "camera", application).status == 0)
    let run = await program.finish(within: .seconds(30))
    #expect(run.status == 77, "\(run.end) \(run.errors)")
    let data = try #require(FileManager.default.contents(atPath: recordPath))
    let record = try JSONDecoder().decode(ExitRecord.self, from: data)
    #expect(record.code == "LH2030")
    #expect(record.reason == .interrupted)
    #expect(record.sessionContent.files == 1)
  }

  @Test("an answer about something else, or about another app, ends nothing")
  func otherAnswers() async throws {
    let phone = try Phone()
    let app = try Fixtures.app("CameraSample")
    let program = try phone.start([
      "launch", app, "--locked", "--do",
      "wait ready; sleep 4s; press camera-control; wait photo; dismiss",
    ])
    _ = await Waiting.until(within: .seconds(60)) { program.errors.contains("> ready") }
    #expect(try await phone.run("privacy", "revoke", "camera", "org.example.other").status == 0)
    #expect(try await phone.run("privacy", "revoke", "location", Self.application).status == 0)
    #expect(try await phone.run("privacy", "grant", "microphone", Self.application).status == 0)
    let run = await program.finish(within: .seconds(60))
    #expect(run.status == 0, "\(run.errors)")
  }
}
