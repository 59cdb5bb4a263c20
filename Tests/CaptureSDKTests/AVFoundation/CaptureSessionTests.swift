// SPDX-License-Identifier: MIT

import AVFoundation
import LockhostTesting
import LockhostWire
import Testing

@Suite("A session and the host's camera")
struct CaptureSessionTests {
  @Test("an input and an output start the camera with what they need")
  func start() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      #expect(host.received(.cameraStart).isEmpty, "control: nothing starts by itself")
      session.startRunning()
      #expect(session.isRunning)
    }
    let start = try #require(try host.bodies(.cameraStart, as: CameraStart.self).first)
    #expect(start.device == "back")
    #expect(start.outputs == [.photo])
    #expect((start.width, start.height) == (64, 48))
    #expect(start.frameRate == 30)
    #expect(!start.deliversFrames)
  }

  @Test("a session without an output runs, and the host hears of no camera")
  func withoutOutput() throws {
    let host = try MediaHost()
    try host.launch {
      let session = AVCaptureSession()
      session.addInput(try backInput())
      session.startRunning()
      #expect(session.isRunning)
      session.stopRunning()
    }
    #expect(host.requests == [.cameraAuthorization])
  }

  @Test("a session without an input runs, and the host hears of no camera")
  func withoutInput() throws {
    let host = try MediaHost()
    host.launch {
      let session = AVCaptureSession()
      session.addOutput(AVCapturePhotoOutput())
      session.startRunning()
      #expect(session.isRunning)
    }
    #expect(host.requests.isEmpty)
  }

  @Test("a preview alone does not start the camera")
  func previewOnly() throws {
    let host = try MediaHost()
    try host.launch {
      let session = AVCaptureSession()
      session.addInput(try backInput())
      let preview = AVCaptureVideoPreviewLayer(session: session)
      session.startRunning()
      #expect(preview.connection != nil)
      #expect(preview.isPreviewing)
    }
    #expect(host.received(.cameraStart).isEmpty)
  }

  @Test("stopping stops the camera, and both are announced")
  func stop() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      let journal = Journal()
      let observers = observe(session, journal)
      session.startRunning()
      session.startRunning()
      session.stopRunning()
      session.stopRunning()
      #expect(journal.entries == ["did start", "did stop"])
      #expect(!session.isRunning)
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
    #expect(host.requests == [.cameraAuthorization, .cameraStart, .cameraStop])
  }

  @Test("changes inside a configuration take effect with its end, together")
  func configuration() throws {
    let host = try MediaHost()
    try host.launch {
      let session = AVCaptureSession()
      session.startRunning()
      session.beginConfiguration()
      session.beginConfiguration()
      session.addInput(try backInput())
      session.addOutput(AVCapturePhotoOutput())
      session.commitConfiguration()
      #expect(host.received(.cameraStart).isEmpty)
      session.addOutput(AVCaptureVideoDataOutput())
      session.commitConfiguration()
    }
    let starts = try host.bodies(.cameraStart, as: CameraStart.self)
    #expect(starts.map(\.outputs) == [[.photo, .video]])
    #expect(starts.first?.deliversFrames == true)
  }

  @Test("an output that comes later starts the camera anew")
  func laterOutput() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      session.startRunning()
      session.addOutput(AVCaptureVideoDataOutput())
      #expect(
        host.requests == [.cameraAuthorization, .cameraStart, .cameraStop, .cameraStart])
      session.stopRunning()
    }
    #expect(try host.bodies(.cameraStart, as: CameraStart.self).last?.outputs == [.photo, .video])
  }

  @Test("removing the last output stops the camera, and the session runs on")
  func removeOutput() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      session.startRunning()
      let output = try #require(session.outputs.first)
      session.removeOutput(output)
      #expect(session.isRunning)
      #expect(session.connections.isEmpty)
      #expect(output.connections.isEmpty)
    }
    #expect(host.requests.last == .cameraStop)
  }

  @Test("a disabled connection does not count as one")
  func disabledConnection() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      let connection = try #require(session.connections.first)
      connection.isEnabled = false
      session.startRunning()
      #expect(host.received(.cameraStart).isEmpty)
      connection.isEnabled = true
    }
    #expect(host.received(.cameraStart).count == 1)
  }

  @Test("changing cameras starts the other one")
  func switchCamera() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      session.startRunning()
      let front = try #require(
        AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
      session.beginConfiguration()
      session.removeInput(try #require(session.inputs.first))
      session.addInput(try AVCaptureDeviceInput(device: front))
      session.commitConfiguration()
    }
    #expect(
      try host.bodies(.cameraStart, as: CameraStart.self).map(\.device) == ["back", "front"])
  }

  @Test("a refused camera leaves the session stopped, with an error that says why")
  func refusal() throws {
    let host = try MediaHost()
    host.refuse(.cameraStart, .denied)
    try host.launch {
      let session = try makeSession()
      let journal = Journal()
      let observers = observe(session, journal)
      session.startRunning()
      #expect(!session.isRunning)
      #expect(journal.entries == ["error applicationIsNotAuthorizedToUseDevice"])
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
  }

  @Test("a session that starts interrupts the one that runs, which goes on afterwards")
  func twoSessions() throws {
    let host = try MediaHost()
    try host.launch {
      let first = try makeSession()
      let journal = Journal()
      let observers = observe(first, journal)
      first.startRunning()
      let second = try makeSession()
      second.startRunning()
      #expect(first.isInterrupted && !first.isRunning && second.isRunning)
      second.stopRunning()
      #expect(!first.isInterrupted && first.isRunning)
      #expect(
        journal.entries == [
          "did start", "interrupted 3", "did stop", "interruption ended", "did start",
        ])
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
    #expect(host.received(.cameraStart).count == 3)
  }

  @Test("the host's interruptions reach the session")
  func interruption() async throws {
    let host = try MediaHost()
    let (session, journal, observers) = try host.launch {
      let session = try makeSession()
      let journal = Journal()
      let observers = observe(session, journal)
      session.startRunning()
      return (session, journal, observers)
    }
    try host.send(.cameraInterruption, CameraInterruption(began: true, reason: 5))
    #expect(await journal.wait(for: 3) == ["did start", "interrupted 5", "did stop"])
    #expect(session.isInterrupted && !session.isRunning)
    try host.send(.cameraInterruption, CameraInterruption(began: false, reason: 0))
    #expect(await journal.wait(for: 5).suffix(2) == ["interruption ended", "did start"])
    #expect(!session.isInterrupted && session.isRunning)
    #expect(host.received(.cameraStart).count == 1, "the host's stream goes on as it is")
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  @Test("interruptions can be awaited, as camera code does")
  func awaitedInterruption() async throws {
    let host = try MediaHost()
    let session = try host.launch { try makeSession() }
    let notifications = NotificationCenter.default.notifications(
      named: AVCaptureSession.wasInterruptedNotification, object: session)
    var iterator = notifications.makeAsyncIterator()
    session.startRunning()
    try host.send(.cameraInterruption, CameraInterruption(began: true, reason: 1))
    let notification = try #require(await iterator.next())
    #expect(notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int == 1)
    session.stopRunning()
  }

  @Test("a cancelled task does not wait for notifications any longer")
  func cancelledNotifications() async {
    let task = Task {
      let name = Notification.Name("never posted")
      for await _ in NotificationCenter.default.notifications(named: name) {}
    }
    task.cancel()
    await task.value
  }

  @Test("a session that nobody holds any more stops its camera")
  func abandoned() async throws {
    let host = try MediaHost()
    try host.launch { try makeSession().startRunning() }
    #expect(await host.wait(for: 1, on: .cameraStop).count == 1)
  }

  @Test("a preset asks for the format of its size")
  func preset() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      #expect(session.canSetSessionPreset(.hd1280x720))
      #expect(!session.canSetSessionPreset(.hd4K3840x2160))
      session.sessionPreset = .hd1280x720
      session.startRunning()
    }
    #expect(try host.bodies(.cameraStart, as: CameraStart.self).first?.width == 1280)
  }

  @Test("a format that a program chose has precedence over the preset")
  func chosenFormat() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      let device = try #require((session.inputs.first as? AVCaptureDeviceInput)?.device)
      try device.lockForConfiguration()
      device.activeFormat = try #require(device.formats.last)
      device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
      device.unlockForConfiguration()
      #expect(session.sessionPreset == .inputPriority)
      session.startRunning()
    }
    let start = try #require(try host.bodies(.cameraStart, as: CameraStart.self).first)
    #expect(start.width == 1280)
    #expect(start.frameRate == 15)
  }

  @Test("a running session takes over another format at once, or with its configuration's end")
  func liveFormat() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      session.startRunning()
      let device = try #require((session.inputs.first as? AVCaptureDeviceInput)?.device)
      try device.lockForConfiguration()
      device.activeFormat = try #require(device.formats.last)
      #expect(host.received(.cameraStart).count == 2)
      session.beginConfiguration()
      device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
      #expect(host.received(.cameraStart).count == 2)
      session.commitConfiguration()
      session.stopRunning()
      device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 20)
      device.unlockForConfiguration()
    }
    let starts = try host.bodies(.cameraStart, as: CameraStart.self)
    #expect(starts.map(\.width) == [64, 1280, 1280])
    #expect(starts.map(\.frameRate) == [30, 30, 15])
  }

  @Test("a session that is interrupted while it starts says first that it runs")
  func interruptedAtStart() async throws {
    let host = try MediaHost()
    host.hold(.cameraStart)
    let journal = Journal()
    let session = try host.launch { try makeSession() }
    let observers = observe(session, journal)
    let started = Task.detached { session.startRunning() }
    #expect(await host.wait(for: 1, on: .cameraStart).count == 1)
    host.answerHeld()
    try host.send(.cameraInterruption, CameraInterruption(began: true, reason: 3))
    await started.value
    #expect(await journal.wait(for: 3) == ["did start", "interrupted 3", "did stop"])
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  @Test("a session that is stopped while it is interrupted does not go on by itself")
  func stoppedWhileInterrupted() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let session = try host.launch { try makeSession() }
    let observers = observe(session, journal)
    session.startRunning()
    try host.send(.cameraInterruption, CameraInterruption(began: true, reason: 5))
    _ = await journal.wait(for: 3)
    session.stopRunning()
    #expect(host.received(.cameraStop).count == 1)
    try host.send(.cameraInterruption, CameraInterruption(began: false, reason: 0))
    session.startRunning()
    #expect(
      await journal.wait(for: 4) == ["did start", "interrupted 5", "did stop", "did start"])
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  @Test("what cannot be added is known before")
  func canAdd() throws {
    let host = try MediaHost()
    try host.launch {
      let session = try makeSession()
      #expect(!session.canAddInput(try #require(session.inputs.first)))
      #expect(!session.canAddInput(try backInput()))
      #expect(!session.canAddOutput(AVCapturePhotoOutput()))
      #expect(session.canAddOutput(AVCaptureVideoDataOutput()))
      let other = AVCaptureSession()
      #expect(!other.canAddOutput(try #require(session.outputs.first)))
      #expect(other.canAddInput(try backInput()))
    }
  }

  private func observe(
    _ session: AVCaptureSession, _ journal: Journal
  ) -> [any NSObjectProtocol] {
    let center = NotificationCenter.default
    func add(
      _ name: Notification.Name, _ line: @escaping @Sendable (Notification) -> String
    ) -> any NSObjectProtocol {
      center.addObserver(forName: name, object: session, queue: nil) { journal.write(line($0)) }
    }
    return [
      add(AVCaptureSession.didStartRunningNotification) { _ in "did start" },
      add(AVCaptureSession.didStopRunningNotification) { _ in "did stop" },
      add(AVCaptureSession.wasInterruptedNotification) {
        "interrupted \($0.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int ?? -1)"
      },
      add(AVCaptureSession.interruptionEndedNotification) { _ in "interruption ended" },
      add(AVCaptureSession.runtimeErrorNotification) {
        let error = $0.userInfo?[AVCaptureSessionErrorKey] as? AVError
        return "error \(error.map { "\($0.code)" } ?? "none")"
      },
    ]
  }
}

/// An input of the back camera.
func backInput() throws -> AVCaptureDeviceInput {
  try AVCaptureDeviceInput(
    device: try #require(
      AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)))
}

/// A session with the back camera and a photo output.
func makeSession() throws -> AVCaptureSession {
  let session = AVCaptureSession()
  session.addInput(try backInput())
  session.addOutput(AVCapturePhotoOutput())
  return session
}
