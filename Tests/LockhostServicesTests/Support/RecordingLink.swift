// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostWire
import Synchronization

/// A session that writes down what its services say, and that can be deaf.
final class RecordingLink: SessionLink {
  struct Post: Sendable {
    let route: Route
    let body: [UInt8]
  }

  private struct State {
    var posts: [Post] = []
    var facts: [SessionFact] = []
    var isReading = true
    var unheard: [Post] = []
  }

  private let state = Mutex(State())

  var posts: [Post] { state.withLock { $0.posts } }
  /// What could not be sent, as the guest did not read.
  var unheard: [Post] { state.withLock { $0.unheard } }
  var facts: [SessionFact] { state.withLock { $0.facts } }

  /// What the guest was sent on one route.
  func posts(_ route: Route) -> [[UInt8]] { posts.filter { $0.route == route }.map(\.body) }

  /// The frames that the guest was sent.
  var frames: [CameraFrame] { posts(.cameraFrame).compactMap { try? CameraFrame(body: $0) } }

  /// How a requirement changed.
  func requirement(_ id: Requirement.ID) -> [Bool] {
    facts.compactMap { fact in
      if case .requirement(id, let isMet) = fact { isMet } else { nil }
    }
  }

  /// What was added to the library.
  var added: [PhotoRecord] {
    facts.compactMap { if case .photoAdded(let record) = $0 { record } else { nil } }
  }

  /// What the library could not store.
  var lost: [ServiceError] {
    facts.compactMap { if case .photoLost(let error) = $0 { error } else { nil } }
  }

  /// Makes the guest stop or go on to read.
  func setReading(_ isReading: Bool) { state.withLock { $0.isReading = isReading } }

  func post(_ route: Route, body: [UInt8], descriptors: [SharedDescriptor]) -> Bool {
    state.withLock { state in
      guard state.isReading else {
        state.unheard.append(Post(route: route, body: body))
        return false
      }
      state.posts.append(Post(route: route, body: body))
      return true
    }
  }

  func note(_ fact: SessionFact) { state.withLock { $0.facts.append(fact) } }
}

extension Service {
  /// Asks a service as a session would, and waits for the answer.
  func ask(
    _ route: Route, _ body: [UInt8], _ descriptors: [SharedDescriptor] = []
  ) async -> ServiceAnswer {
    await withCheckedContinuation { continuation in
      handle(ServiceRequest(route: route, body: body, descriptors: descriptors)) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Asks with a body that is well formed.
  func ask(
    _ route: Route, _ body: some WireBody, _ descriptors: [SharedDescriptor] = []
  ) async throws -> ServiceAnswer {
    await ask(route, try body.encodedBody(), descriptors)
  }
}

extension ServiceAnswer {
  /// The failure's code, when it is one.
  var failureCode: WireFailure.Code? {
    if case .failure(let failure) = self { failure.code } else { nil }
  }

  /// The failure's text, when it is one.
  var failureMessage: String? {
    if case .failure(let failure) = self { failure.message } else { nil }
  }

  /// The reply's body, when it is one.
  func reply<Body: WireBody>(_ type: Body.Type = Body.self) throws -> Body {
    switch self {
    case .reply(let body, _): try Body(body: body)
    case .failure(let failure): throw failure
    }
  }

  /// The reply's descriptors.
  var descriptors: [SharedDescriptor] {
    if case .reply(_, let descriptors) = self { descriptors } else { [] }
  }
}

extension Permissions {
  /// Permissions that are all the same.
  static func all(_ status: PermissionGrant.Status) -> Permissions {
    Permissions { _ in status }
  }
}
