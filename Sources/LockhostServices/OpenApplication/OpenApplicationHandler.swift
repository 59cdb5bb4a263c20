// SPDX-License-Identifier: MIT

import LockhostWire

/// Speaks for opening the app on the wire.
package final class OpenApplicationHandler: Service {
  private static let maximumTextBytes = 4096
  private static let maximumKeys = 256
  private let service: OpenApplicationService

  /// Makes the way to a session's app.
  ///
  /// - Parameter opener: Called on the session's loop; must not block.
  package init(opener: @escaping OpenApplicationService.Opener) {
    service = OpenApplicationService(opener: opener)
  }

  package var admissions: [Admission] {
    [
      Admission(
        .openApplication, from: [.extension], in: [.presented, .ready],
        rate: .init(perSecond: 2, burst: 10))
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      guard request.route == .openApplication else {
        throw WireFailure(.unknownRoute, "\(request.route.name) opens no app")
      }
      let activity = try request.decoded(as: ActivityBody.self).activity
      try check(activity)
      let isTaken = service.open(activity) { outcome in
        switch outcome {
        case .opened: answer(.done)
        case .authenticationFailed:
          answer(.failure(.authenticationFailed, "the person did not authenticate"))
        case .applicationNotFound:
          answer(.failure(.applicationNotFound, "the app is not installed"))
        case .superseded: answer(.failure(.busy, "an earlier request has opened the app"))
        case .failed: answer(.failure(.internalError, "the app could not be started"))
        }
      }
      guard isTaken else {
        throw WireFailure(
          .busy, "\(OpenApplicationService.mostOpen) requests wait for the person already")
      }
    } catch {
      answer(.failure(error))
    }
  }

  /// Refuses texts that no app needs to be that long; type and dictionary are the wire's to check.
  private func check(_ activity: ActivityMessage) throws(WireFailure) {
    let texts = [
      ("title", activity.title), ("webpageURL", activity.webpageURL),
      ("targetContentIdentifier", activity.targetContentIdentifier),
      ("persistentIdentifier", activity.persistentIdentifier),
    ]
    for (field, text) in texts where (text?.utf8.count ?? 0) > Self.maximumTextBytes {
      throw WireFailure(.tooLarge, "\(field) has more than \(Self.maximumTextBytes) bytes")
    }
    guard (activity.requiredUserInfoKeys?.count ?? 0) <= Self.maximumKeys else {
      throw WireFailure(.tooLarge, "requiredUserInfoKeys has more than \(Self.maximumKeys) keys")
    }
  }
}
