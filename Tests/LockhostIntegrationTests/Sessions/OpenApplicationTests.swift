// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// What an extension may not do itself, it asks for.
@Suite(
  "Opening the app", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct OpenApplicationTests {
  @Test("after authentication the app gets the same activity and dictionary")
  func passes() async throws {
    let result = try await Phone().launch(
      Fixtures.app("CameraSample"),
      "wait ready; press camera-control; wait photo; press volume-up; auth pass; sleep 1s; dismiss")
    #expect(result.run.status == 0, "\(result.transcript)")
    let record = try result.record()
    #expect(record.reason == .openedApp)
    let activity = try #require(record.activities.first)
    #expect(activity.activityType == "NSUserActivityTypeLockedCameraCapture")
    #expect(activity.title == "Review Photos")
    #expect(activity.outcome == "opened")
    #expect(activity.userInfo?.keys.sorted() == ["action", "photosTaken"])
    // The app prints what it was given.
    let printed = result.run.output + result.run.errors
    #expect(printed.contains("continue: NSUserActivityTypeLockedCameraCapture"))
    #expect(printed.contains("action: review"))
    #expect(printed.contains("photosTaken: 1"))
    #expect(record.sessionContent.files == 1)
    await result.expectNothingLeft()
  }

  @Test("the extension hears of a refusal and goes on", arguments: ["fail", "cancel"])
  func refused(answer: String) async throws {
    let result = try await Phone().launch(
      Fixtures.app("CameraSample"),
      """
      wait ready; press volume-up; auth \(answer)
      press camera-control; wait photo; dismiss
      """)
    #expect(result.run.status == 0, "\(result.transcript)")
    let record = try result.record()
    #expect(record.reason == .dismissed)
    #expect(record.photos.count == 1)
    #expect(record.activities.map(\.outcome) == ["authentication-failed"])
  }

  @Test("an app that is not there any more is not found, and the extension goes on")
  func missing() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("opens-app", in: phone.scratch)
    let recordPath = phone.scratch.path("record.json")
    let program = try phone.start([
      "launch", app, "--locked", "--json-output", recordPath, "--do",
      "wait ready; sleep 3s; press camera-control; wait open-request; sleep 500ms; dismiss",
    ])
    let isReady = await Waiting.until(within: .seconds(30)) {
      (program.output + program.errors).contains("> ready")
    }
    try FileManager.default.removeItem(atPath: app + "/Misbehaving")
    let run = await program.finish()
    #expect(isReady && run.status == 0, "\(run.output)\(run.errors)")
    #expect((run.output + run.errors).contains("open: applicationNotFound"))
    let data = try #require(FileManager.default.contents(atPath: recordPath))
    let record = try JSONDecoder().decode(ExitRecord.self, from: data)
    #expect(record.reason == .dismissed)
    #expect(record.activities.map(\.outcome) == ["application-not-found"])
  }

  @Test("a request is no way to make the device ask for ever")
  func again() async throws {
    let result = try await Phone().launch(
      behaviour: "opens-app-again-and-again",
      "wait ready; press camera-control; auth cancel; sleep 1s; dismiss")
    #expect(try result.record().reason == .dismissed, "\(result.transcript)")
  }
}
