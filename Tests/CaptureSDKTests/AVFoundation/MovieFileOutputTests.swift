// SPDX-License-Identifier: MIT

import AVFoundation
import Glibc
import LockhostTesting
import LockhostWire
import Synchronization
import Testing

@Suite("Recording films")
struct MovieFileOutputTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func start(
    _ host: MediaHost
  ) throws -> (session: AVCaptureSession, output: AVCaptureMovieFileOutput) {
    try host.launch {
      let session = AVCaptureSession()
      session.addInput(try backInput())
      let output = AVCaptureMovieFileOutput()
      session.addOutput(output)
      session.startRunning()
      return (session, output)
    }
  }

  private var url: URL { URL(fileURLWithPath: scratch.path("film.mov")) }

  @Test("the delegate hears of the start and of the file, in order, on one queue")
  func order() async throws {
    let host = try MediaHost()
    let (session, output) = try start(host)
    defer { withExtendedLifetime(session) {} }
    let delegate = FilmJournal()
    try #require(output.connection(with: .video)).videoRotationAngle = 90
    output.startRecording(to: url, recordingDelegate: delegate)
    #expect(await delegate.journal.wait(for: 1) == ["started film.mov"])
    #expect(output.isRecording && output.outputFileURL == url)
    output.stopRecording()
    #expect(await delegate.journal.wait(for: 2) == ["started film.mov", "finished film.mov"])
    #expect(try Data(contentsOf: url) == Data("a film".utf8))
    #expect(!output.isRecording && output.outputFileURL == nil)
    #expect(!delegate.wasOnMainQueue.withLock { $0 })
    let asked = try #require(try host.bodies(.movieStart, as: MovieStart.self).first)
    #expect(asked.codec == "jpeg" && asked.rotationAngle == 90 && asked.maximumSeconds == nil)
    #expect(try host.bodies(.cameraStart, as: CameraStart.self).map(\.outputs) == [[.movie]])
  }

  @Test("a film can follow another, also from its last callback")
  func again() async throws {
    let host = try MediaHost()
    let (session, output) = try start(host)
    defer { withExtendedLifetime(session) {} }
    let delegate = FilmJournal()
    for name in ["a.mov", "b.mov"] {
      output.startRecording(
        to: URL(fileURLWithPath: scratch.path(name)), recordingDelegate: delegate)
      output.stopRecording()
      let isOver = await Waiting.until(within: .seconds(10)) {
        delegate.journal.entries.last == "finished \(name)"
      }
      #expect(isOver)
    }
    #expect(
      delegate.journal.entries == [
        "started a.mov", "finished a.mov", "started b.mov", "finished b.mov",
      ])
  }

  @Test(
    "a film that the host ends is whole, and the error says why",
    arguments: [
      (MovieEnded.Reason.duration, AVError.Code.maximumDurationReached),
      (.size, .maximumFileSizeReached), (.camera, .sessionConfigurationChanged),
      (.interruption, .sessionWasInterrupted),
    ])
  func limit(_ reason: MovieEnded.Reason, _ code: AVError.Code) async throws {
    let host = try MediaHost()
    let (session, output) = try start(host)
    defer { withExtendedLifetime(session) {} }
    output.maxRecordedDuration = CMTime(value: 3, timescale: 2)
    output.maxRecordedFileSize = 1000
    let delegate = FilmJournal()
    output.startRecording(to: url, recordingDelegate: delegate)
    _ = await delegate.journal.wait(for: 1)
    let asked = try #require(try host.bodies(.movieStart, as: MovieStart.self).first)
    #expect(asked.maximumSeconds == 1.5 && asked.maximumBytes == 1000)
    try host.send(.movieEnded, MovieEnded(recordingID: asked.recordingID, reason: reason))
    #expect(await delegate.journal.wait(for: 2).last == "finished film.mov: \(code)")
    let error = try #require(delegate.error.withLock { $0 })
    #expect(error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
    #expect(try Data(contentsOf: url) == Data("a film".utf8))
  }

  @Test("a file that is there is not touched")
  func existing() async throws {
    let host = try MediaHost()
    let (session, output) = try start(host)
    defer { withExtendedLifetime(session) {} }
    try Data("mine".utf8).write(to: url)
    let delegate = FilmJournal()
    output.startRecording(to: url, recordingDelegate: delegate)
    #expect(await delegate.journal.wait(for: 1) == ["finished film.mov: fileAlreadyExists"])
    #expect(try Data(contentsOf: url) == Data("mine".utf8))
    #expect(host.received(.movieStart).isEmpty)
  }

  @Test("a refused film ends with the error, without a start")
  func refused() async throws {
    let host = try MediaHost()
    host.refuse(.movieStart, .busy)
    let (session, output) = try start(host)
    defer { withExtendedLifetime(session) {} }
    let delegate = FilmJournal()
    output.startRecording(to: url, recordingDelegate: delegate)
    #expect(
      await delegate.journal.wait(for: 1)
        == ["finished film.mov: deviceInUseByAnotherApplication"])
  }

  @Test("misuse ends the process", arguments: ["no connection", "not running", "no file", "twice"])
  func misuse(_ what: String) async throws {
    await #expect(processExitsWith: .signal(SIGABRT)) { [what] in
      let host = try MediaHost()
      host.hold(.movieStart)
      let delegate = FilmJournal()
      try host.launch {
        let session = AVCaptureSession()
        session.addInput(try backInput())
        let output = AVCaptureMovieFileOutput()
        session.addOutput(output)
        if what != "not running" { session.startRunning() }
        if what == "no connection" { output.connections.first?.isEnabled = false }
        let film = URL(fileURLWithPath: "/tmp/lockhost-never-written.mov")
        output.startRecording(
          to: try #require(what == "no file" ? URL(string: "https://example.org/a") : film),
          recordingDelegate: delegate)
        output.startRecording(to: film, recordingDelegate: delegate)
      }
    }
  }
}

/// Writes down what a recording's delegate hears.
private final class FilmJournal: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
  let journal = Journal()
  let wasOnMainQueue = Mutex(false)
  let error = Mutex<AVError?>(nil)

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
    from connections: [AVCaptureConnection]
  ) {
    wasOnMainQueue.withLock { $0 = $0 || MainQueue.isCurrent }
    journal.write("started \(fileURL.lastPathComponent)")
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?
  ) {
    wasOnMainQueue.withLock { $0 = $0 || MainQueue.isCurrent }
    let failure = error as? AVError
    self.error.withLock { $0 = failure }
    journal.write(
      "finished \(outputFileURL.lastPathComponent)" + (failure.map { ": \($0.code)" } ?? ""))
  }
}
