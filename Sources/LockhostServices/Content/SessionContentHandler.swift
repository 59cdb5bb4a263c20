// SPDX-License-Identifier: MIT

import LockhostWire

/// Speaks for session content on the wire; the folders themselves are the session's.
package final class SessionContentHandler: Service {
  private static let maximumPathBytes = 4096
  private let access: SessionContentAccess

  /// Makes the content of a session.
  package init(access: SessionContentAccess) {
    self.access = access
  }

  package var admissions: [Admission] {
    [
      Admission(.sessionInvalidate, from: [.extension], rate: .init(perSecond: 2, burst: 10)),
      Admission(.sessionContentInvalidate, from: [.app], rate: .init(perSecond: 20, burst: 200)),
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      switch request.route {
      case .sessionInvalidate:
        _ = try request.decoded(as: EmptyBody.self)
        access.emptyOwn { answer(Self.answer($0)) }
      case .sessionContentInvalidate:
        let asked = try request.decoded(as: SessionContentInvalidate.self)
        guard (1...Self.maximumPathBytes).contains(asked.path.utf8.count),
          !asked.path.utf8.contains(0)
        else { throw WireFailure(.badMessage, "sessionContentInvalidate: path") }
        access.remove(asked.path) { answer(Self.answer($0)) }
      default:
        throw WireFailure(.unknownRoute, "\(request.route.name) is not session content's")
      }
    } catch {
      answer(.failure(error))
    }
  }

  private static func answer(_ outcome: SessionContentAccess.Outcome) -> ServiceAnswer {
    switch outcome {
    case .removed: .done
    case .notFound: .failure(.notFound, "there is no such session content")
    case .live(let session):
      .failure(
        .busy,
        "session \(session) still writes this; what comes later would be lost. It is handed over, "
          + "and may be invalidated, when the session has ended")
    case .failed: .failure(.internalError, "the session content could not be removed")
    }
  }
}
