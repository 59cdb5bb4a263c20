// SPDX-License-Identifier: MIT

import CoreMedia
import Dispatch
import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization

/// One film from its start to its last callback.
final class MovieRecording: Sendable {
  private enum Phase {
    /// The host has not written a frame yet.
    case starting
    /// Frames are being written.
    case running
    /// The host was asked for the film.
    case ending
  }

  // Unchecked because of the delegate, which is called on the output's queue only.
  private struct State: @unchecked Sendable {
    weak var delegate: (any AVCaptureFileOutputRecordingDelegate)?
    var phase = Phase.starting
    var started = CMTime.invalid
    var mustStop = false
    var reason: MovieEnded.Reason?
    var byteCount: Int64 = 0
  }

  let url: URL
  private let output: AVCaptureMovieFileOutput
  private let connection: AVCaptureConnection
  private let queue: DispatchQueue
  private let hardware: CameraHardware
  private let request: MovieStart
  private let state: Mutex<State>

  private static let lastID = Atomic<Int64>(0)

  /// A number that no other recording of this process has.
  static func nextID() -> Int64 { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  /// - Parameter delegate: Not held, as on iOS.
  init(
    output: AVCaptureMovieFileOutput, url: URL, connection: AVCaptureConnection,
    delegate: any AVCaptureFileOutputRecordingDelegate, queue: DispatchQueue,
    hardware: CameraHardware, request: MovieStart
  ) {
    self.output = output
    self.url = url
    self.connection = connection
    self.queue = queue
    self.hardware = hardware
    self.request = request
    state = Mutex(State(delegate: delegate))
  }

  private var delegate: (any AVCaptureFileOutputRecordingDelegate)? {
    state.withLock { state in
      nonisolated(unsafe) let delegate = state.delegate
      return unsafe delegate
    }
  }

  var hasStarted: Bool { state.withLock { $0.phase == .running } }
  var byteCount: Int64 { state.withLock { $0.byteCount } }

  var duration: CMTime {
    let started = state.withLock { $0.started }
    return started.isNumeric ? CMClock.hostTimeClock.time - started : .zero
  }

  // MARK: The way of a film

  func start() {
    hardware.recordings.withLock { $0[request.recordingID] = self }
    guard !FileManager.default.fileExists(atPath: url.path) else {
      return finish(AVError(.fileAlreadyExists, url.lastPathComponent))
    }
    hardware.connection.request(.movieStart, request) { [self] outcome in
      do throws(GuestError) {
        _ = try outcome.get()
        didStart()
      } catch {
        finish(AVError(error))
      }
    }
  }

  private func didStart() {
    let mustStop = state.withLock { state in
      state.phase = .running
      state.started = CMClock.hostTimeClock.time
      return state.mustStop
    }
    queue.async { [self] in
      delegate?.fileOutput(output, didStartRecordingTo: url, from: [connection])
    }
    if mustStop { stop() }
  }

  /// The host takes no more frames, for a reason of its own.
  func hostEnded(_ reason: MovieEnded.Reason) {
    state.withLock { $0.reason = reason }
    stop()
  }

  /// Fetches the film, at most once; one that has not begun is fetched as soon as it has.
  func stop() {
    let isFirst = state.withLock { state -> Bool in
      state.mustStop = true
      guard state.phase == .running else { return false }
      state.phase = .ending
      return true
    }
    guard isFirst else { return }
    hardware.connection.request(.movieStop, MovieStop(recordingID: request.recordingID)) {
      [self] outcome in
      // Off the reader thread: a film is written to a disk.
      queue.async { [self] in
        do {
          try save(outcome.get())
          finish(limitError)
        } catch {
          finish(
            (error as? AVError) ?? (error as? GuestError).map { AVError($0) }
              ?? AVError(.unknown, "\(error)"))
        }
      }
    }
  }

  private func save(_ message: GuestMessage) throws {
    let movie = try message.decode(RecordedMovie.self)
    guard let descriptor = message.descriptors.first else { throw AVError(.noDataCaptured) }
    let memory = try MemoryFile(adopting: descriptor).map(writable: false)
    do {
      try Data(mapping: memory).write(to: url, options: .withoutOverwriting)
    } catch let error as CocoaError where error.code != .fileWriteFileExists {
      // What there was room for is no film.
      try? FileManager.default.removeItem(at: url)
      throw error.code == .fileWriteOutOfSpace ? AVError(.diskFull) : error
    }
    state.withLock { $0.byteCount = Int64(movie.bytes) }
  }

  /// Why the host ended the film, which is whole all the same.
  private var limitError: AVError? {
    switch state.withLock({ $0.reason }) {
    case .duration: AVError(.maximumDurationReached).withRecordingFinished
    case .size: AVError(.maximumFileSizeReached).withRecordingFinished
    case .camera: AVError(.sessionConfigurationChanged).withRecordingFinished
    case .interruption: AVError(.sessionWasInterrupted).withRecordingFinished
    case nil: nil
    }
  }

  private func finish(_ error: AVError?) {
    hardware.recordings.withLock { $0[request.recordingID] = nil }
    queue.async { [self] in
      output.didEnd(self)
      delegate?.fileOutput(
        output, didFinishRecordingTo: url, from: [connection], error: error)
    }
  }
}
