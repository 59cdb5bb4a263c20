// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostWire
import Synchronization

/// Speaks for recordings on the wire: one at a time, of the running camera.
package final class MovieHandler: Service {
  private let camera: CameraService
  private let limits: MovieLimits
  private let link: @Sendable () -> (any SessionLink)?
  private let current = Mutex<MovieRecorder?>(nil)

  /// Makes the recordings of a session's camera.
  package init(
    camera: CameraService, link: any SessionLink, limits: MovieLimits = .standard
  ) {
    self.camera = camera
    self.limits = limits
    self.link = { [weak link] in link }
  }

  package var admissions: [Admission] {
    [
      Admission(.movieStart, in: [.presented, .ready], rate: .init(perSecond: 4, burst: 8)),
      Admission(
        .movieStop, in: [.connected, .presented, .ready, .ending],
        rate: .init(perSecond: 4, burst: 8)),
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      switch request.route {
      case .movieStart: try start(try request.decoded(), answer: answer)
      case .movieStop: try stop(try request.decoded(), answer: answer)
      default: throw WireFailure(.unknownRoute, "\(request.route.name) is no recording's")
      }
    } catch {
      answer(.failure(error))
    }
  }

  package func end() {
    let recorder = current.withLock { current in
      defer { current = nil }
      return current
    }
    camera.record(with: nil)
    recorder?.finish { _ in }
  }

  private func start(
    _ asked: MovieStart, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) throws(WireFailure) {
    guard asked.codec == "jpeg" else {
      throw WireFailure(.unsupported, "films are encoded as jpeg")
    }
    guard let running = camera.running, running.request.outputs.contains(.movie) else {
      throw WireFailure(.notPermitted, "no running camera is connected to a movie output")
    }
    guard camera.interruption == nil else {
      throw WireFailure(.busy, "the camera was taken away")
    }
    let link = link
    let recorder = MovieRecorder(
      asked, limits: limits, request: running.request,
      observer: MovieRecorder.Observer(
        started: { isWritten in
          answer(
            isWritten ? .done : .failure(.internalError, "the recording got no frame"))
        },
        ended: { reason in
          let ended = MovieEnded(recordingID: asked.recordingID, reason: reason)
          if case .success(let body) = Result(catching: { () throws(WireError) in
            try ended.encodedBody()
          }) {
            link()?.post(.movieEnded, body: body)
          }
        }))
    let isFree = current.withLock { current -> Bool in
      guard current == nil else { return false }
      current = recorder
      return true
    }
    guard isFree else { throw WireFailure(.busy, "a recording is under way") }
    camera.record(with: recorder)
  }

  private func stop(
    _ asked: MovieStop, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) throws(WireFailure) {
    let recorder = current.withLock { current -> MovieRecorder? in
      guard current?.id == asked.recordingID else { return nil }
      defer { current = nil }
      return current
    }
    guard let recorder else { throw WireFailure(.notFound, "there is no such recording") }
    camera.record(with: nil)
    recorder.finish { film in
      guard let film else {
        answer(.failure(.internalError, "the recording has no frame"))
        return
      }
      answer(
        .reply(
          RecordedMovie(
            recordingID: asked.recordingID, frames: film.frames, seconds: film.seconds,
            bytes: film.bytes, dropped: film.dropped),
          descriptors: [film.file.descriptor]))
    }
  }
}
