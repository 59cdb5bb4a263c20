// SPDX-License-Identifier: MIT

import LockhostWire

/// Speaks for intents' contexts on the wire.
package final class ContextHandler: Service {
  private let service: ContextService

  /// Makes the contexts of a session.
  package init(access: ContextAccess, latency: ContextLatency = ContextLatency()) {
    service = ContextService(access: access, latency: latency)
  }

  package var admissions: [Admission] {
    let everybody = Set(GuestRole.allCases)
    return [
      Admission(.contextGet, from: everybody, rate: .init(perSecond: 20, burst: 60)),
      Admission(.contextSet, from: everybody, rate: .init(perSecond: 10, burst: 30)),
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      switch request.route {
      case .contextGet:
        let asked = try request.decoded(as: ContextGet.self)
        service.context(of: asked.intent) { result in
          switch result {
          case .success(let data):
            answer(.reply(IntentContext(data: data.map { Base64Bytes($0) })))
          case .failure(let refusal):
            answer(.failure(Self.failure(refusal)))
          }
        }
      case .contextSet:
        let asked = try request.decoded(as: ContextSet.self)
        service.setContext(of: asked.intent, to: asked.data?.bytes) { result in
          switch result {
          case .success: answer(.done)
          case .failure(let refusal): answer(.failure(Self.failure(refusal)))
          }
        }
      default:
        throw WireFailure(.unknownRoute, "\(request.route.name) is not the contexts'")
      }
    } catch {
      answer(.failure(error))
    }
  }

  private static func failure(_ refusal: ContextService.Refusal) -> WireFailure {
    switch refusal {
    case .tooLarge(let bytes, let limit, let largest):
      WireFailure(
        .tooLarge,
        "the context has \(bytes) bytes; the limit is \(limit)"
          + (largest.isEmpty ? "" : "; the largest keys: \(largest)"))
    case .store:
      WireFailure(.internalError, "the context could not be read or written")
    }
  }
}
