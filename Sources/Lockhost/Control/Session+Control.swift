// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire

/// What a session does for other processes of the same user.
extension Session {
  /// Listens beside the session's content; without it only this process reaches the session.
  func listenForOthers() async {
    let folder = plan.folder
    do {
      // One after the other with the record, after which nobody listens any more.
      let listener = try await WorkQueue.run(on: pen) { () throws(DeviceError) in
        try folder.listen()
      }
      guard let listener, record == nil else { return }
      let socket = ControlSocket(listener, loop: loop) { [weak self] request in
        await self?.serve(request) ?? ControlReply(isDone: false, message: "the session is over")
      }
      try await socket.open()
      control = socket
    } catch {
      tell(.warning("other processes cannot reach this session: \(error)"))
    }
  }

  private func serve(_ request: ControlRequest) async -> ControlReply {
    switch request.verb {
    case .status: return ControlReply(isDone: true, status: controlStatus())
    case .answer: return await answer(request)
    case .continueActivity:
      guard let message = request.message, (try? message.validate()) != nil else {
        return ControlReply(isDone: false, message: "there is no activity in the request")
      }
      guard let isHandled = await continueInApp(message) else {
        return ControlReply(isDone: false, message: "the app is not running here")
      }
      return ControlReply(isDone: true, message: isHandled ? "continued" : "not handled")
    }
  }

  private func answer(_ request: ControlRequest) async -> ControlReply {
    guard let answer = request.answer, let number = request.activity,
      openQueue.places.contains(number - 1)
    else {
      return ControlReply(isDone: false, message: "no request of this number waits for an answer")
    }
    guard openQueue.current == number - 1 else {
      return ControlReply(isDone: false, message: "an earlier request is asked first")
    }
    do throws(DrivingError) {
      try authenticate(answer)
    } catch {
      return ControlReply(isDone: false, message: "\(error.reason)")
    }
    let outcome = await openQueue.outcome(of: number - 1)
    return ControlReply(isDone: true, message: outcome.recordName)
  }

  private func controlStatus() -> ControlStatus {
    let guest = visibleGuest?.assumeIsolated { $0.process?.identifier }
    return ControlStatus(
      session: identifier, application: plan.found.bundle.identifier,
      extension: plan.target == .extension ? plan.found.bundle.captureExtension?.identifier : nil,
      phase: status().phase, process: guest ?? nil, program: visibleProgram,
      activities: openQueue.places.map { place in
        let activity = draft.activities[place]
        let state =
          place != openQueue.current ? "queued" : prompt == nil ? "opening" : "asking"
        return ControlStatus.Waiting(
          number: place + 1, activityType: activity.activityType, title: activity.title,
          state: state)
      })
  }
}

extension DrivingError {
  /// Why, in a few words.
  package var reason: String {
    switch self {
    case .ended: "the session is over"
    case .unhandled(let button, let reason, _): "\(button.rawValue): \(reason)"
    case .noElement(let label, _): "there is no \(label)"
    case .nothingAsked: "nobody asks for authentication"
    case .refused(_, let reason): reason
    }
  }
}
