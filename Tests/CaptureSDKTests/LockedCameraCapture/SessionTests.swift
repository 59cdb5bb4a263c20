// SPDX-License-Identifier: MIT

import Foundation
import LockedCameraCapture
import LockhostGuest
import LockhostWire
import SwiftUI
import Testing

@MainActor
@Suite("The capture session", .timeLimit(.minutes(1)))
struct SessionTests {
  private typealias LaunchError = LockedCameraCaptureSession.ApplicationLaunchError

  private func makeSession(_ host: TestHost) throws -> LockedCameraCaptureSession {
    let connection = try host.connect()
    return GuestConnection.$bound.withValue(connection) {
      LockedCameraCaptureUIScene { _ in EmptyView() }.session
    }
  }

  @Test("the session content folder is the launch's") func contentURL() throws {
    let session = try makeSession(TestHost())
    #expect(session.sessionContentURL.path == "/session")
    #expect(session.sessionContentURL.hasDirectoryPath)
  }

  @Test("invalidating asks the host, and its refusal is thrown") func invalidate() async throws {
    let host = try TestHost()
    let session = try makeSession(host)
    try await session.invalidateSessionContent()
    #expect(await host.next(.sessionInvalidate).header.kind == .request)
    host.answer(.sessionInvalidate) { _, _ in .failure(WireFailure(.internalError, "full")) }
    await #expect(throws: (any Error).self) { try await session.invalidateSessionContent() }
  }

  @Test("opening the app sends the activity with its dictionary") func open() async throws {
    let host = try TestHost()
    let session = try makeSession(host)
    let activity = NSUserActivity(activityType: NSUserActivityTypeLockedCameraCapture)
    activity.userInfo = ["id": 5]
    try await session.openApplication(for: activity)
    let sent = try ActivityBody(body: await host.next(.openApplication).body).activity
    #expect(sent.activityType == "NSUserActivityTypeLockedCameraCapture")
    #expect(sent.userInfo == ["id": .integer(5)])
  }

  @Test("each refusal is the error that authors catch") func errors() async throws {
    let host = try TestHost()
    let session = try makeSession(host)
    let cases: [(WireFailure.Code, LaunchError)] = [
      (.authenticationFailed, .authenticationFailed),
      (.applicationNotFound, .applicationNotFound), (.busy, .unknown), (.internalError, .unknown),
    ]
    for (code, expected) in cases {
      host.answer(.openApplication) { _, _ in .failure(WireFailure(code, "no")) }
      await #expect(throws: expected) {
        try await session.openApplication(for: NSUserActivity(activityType: "t"))
      }
    }
  }

  @Test("an activity that cannot travel is refused before the host is asked") func badActivity()
    async throws
  {
    let host = try TestHost()
    let session = try makeSession(host)
    let activity = NSUserActivity(activityType: "t")
    activity.userInfo = ["v": URL(filePath: "/")]
    await #expect(throws: UserInfoError.self) { try await session.openApplication(for: activity) }
    activity.userInfo = ["v": String(repeating: "a", count: 40_000)]
    await #expect(throws: UserInfoError.self) { try await session.openApplication(for: activity) }
    #expect(host.count(.openApplication) == 0)
  }

  @Test("launch errors have a domain, codes in order, and words") func errorSurface() {
    let errors: [LaunchError] = [.unknown, .applicationNotFound, .authenticationFailed]
    #expect(errors.map(\.errorCode) == [0, 1, 2])
    #expect(LaunchError.errorDomain.count == 47)
    #expect(errors.map { $0.failureReason?.count } == [35, 51, 66])
    #expect((LaunchError.unknown as NSError).domain == LaunchError.errorDomain)
    #expect((LaunchError.authenticationFailed as NSError).code == 2)
  }

  private struct Capture: LockedCameraCaptureExtension {
    var body: some LockedCameraCaptureExtensionScene {
      LockedCameraCaptureUIScene { session in
        Text(session.sessionContentURL.path)
      }
    }
  }

  @Test("an extension's scene shows its views, made with the session") func scene() throws {
    let connection = try TestHost().connect()
    let graph = ViewGraph { _ in }
    GuestConnection.$bound.withValue(connection) {
      graph.show(Capture().configuration.root, environment: EnvironmentValues())
    }
    #expect(graph.elements.map(\.label) == ["/session"])
  }
}
