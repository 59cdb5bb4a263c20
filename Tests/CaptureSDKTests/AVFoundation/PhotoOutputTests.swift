// SPDX-License-Identifier: MIT

import AVFoundation
import LockhostWire
import Synchronization
import Testing

@Suite("Taking photos")
struct PhotoOutputTests {
  @Test("the delegate hears of a photo in the documented order, on one queue")
  func order() async throws {
    let host = try MediaHost()
    let delegate = PhotoJournal()
    let (session, settings) = try start(host, delegate)
    #expect(
      await delegate.journal.wait(for: 5)
        == ["will begin", "will capture", "did capture", "photo", "finished"])
    #expect(delegate.identifiers.withLock { $0 } == Array(repeating: settings.uniqueID, count: 5))
    #expect(!delegate.wasOnMainQueue.withLock { $0 })
    #expect(delegate.overlaps.withLock { $0 } == 0)
    #expect(session.isRunning)
  }

  @Test(
    "the order is complete whatever the host reports", arguments: [[], [3], [2, 1], [1, 3, 2]])
  func incompleteProgress(phases: [UInt32]) async throws {
    let host = try MediaHost()
    host.takePhotos(Array("photo".utf8), phases: phases)
    let delegate = PhotoJournal()
    _ = try start(host, delegate)
    #expect(
      await delegate.journal.wait(for: 5)
        == ["will begin", "will capture", "did capture", "photo", "finished"])
  }

  @Test("the file is the host's, byte for byte")
  func content() async throws {
    let host = try MediaHost()
    let file = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    host.takePhotos(file)
    let delegate = PhotoJournal()
    _ = try start(host, delegate)
    _ = await delegate.journal.wait(for: 5)
    let photo = try #require(delegate.photo.withLock { $0 })
    #expect(photo.fileDataRepresentation() == Data(file))
    #expect(photo.resolvedSettings.photoDimensions == CMVideoDimensions(width: 640, height: 480))
    #expect(photo.metadata["Orientation"] as? Int == 1)
    #expect(photo.timestamp.isNumeric)
  }

  @Test("a refused photo ends the sequence with the error")
  func refusal() async throws {
    let host = try MediaHost()
    host.refuse(.photoCapture, .busy)
    let delegate = PhotoJournal()
    _ = try start(host, delegate)
    #expect(
      await delegate.journal.wait(for: 3)
        == [
          "will begin", "no photo: deviceInUseByAnotherApplication",
          "finished: deviceInUseByAnotherApplication",
        ])
  }

  @Test("a photo that fails after the shutter has opened ends with the error, and nothing after it")
  func lateFailure() async throws {
    let host = try MediaHost()
    host.hold(.photoCapture)
    let delegate = PhotoJournal()
    let (session, settings) = try start(host, delegate)
    #expect(await host.wait(for: 1, on: .photoCapture).count == 1)
    for phase: UInt32 in 1...2 {
      try host.send(.photoProgress, PhotoProgress(uniqueID: settings.uniqueID, phase: phase))
    }
    host.refuse(.photoCapture, .limit)
    host.answerHeld()
    _ = await delegate.journal.wait(for: 4)
    // Of a photo that is over nothing is told any more.
    try host.send(.photoProgress, PhotoProgress(uniqueID: settings.uniqueID, phase: 3))
    host.launch { session.stopRunning() }
    #expect(
      delegate.journal.entries == [
        "will begin", "will capture", "no photo: outOfMemory", "finished: outOfMemory",
      ])
  }

  @Test("settings and connection reach the host")
  func request() async throws {
    let host = try MediaHost()
    let delegate = PhotoJournal()
    let settings = AVCapturePhotoSettings(format: [
      AVVideoCodecKey: AVVideoCodecType.jpeg,
      AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0.5],
    ])
    settings.flashMode = .auto
    settings.maxPhotoDimensions = CMVideoDimensions(width: 64, height: 48)
    try host.launch {
      let session = try makeSession()
      session.startRunning()
      let output = try #require(session.outputs.first as? AVCapturePhotoOutput)
      let connection = try #require(output.connection(with: .video))
      #expect(connection.isVideoRotationAngleSupported(90))
      connection.videoRotationAngle = 90
      connection.isVideoMirrored = true
      output.capturePhoto(with: settings, delegate: delegate)
      #expect(host.requests.contains(.cameraStart))
    }
    _ = await delegate.journal.wait(for: 5)
    let asked = try #require(try host.bodies(.photoCapture, as: PhotoCapture.self).first)
    #expect(
      asked
        == PhotoCapture(
          uniqueID: settings.uniqueID, codec: "jpeg", flashMode: .auto, width: 64, height: 48,
          quality: 0.5, rotationAngle: 90, mirrored: true))
  }

  @Test("the delegate is not held")
  func weakDelegate() async throws {
    let host = try MediaHost()
    host.hold(.photoCapture)
    var delegate: PhotoJournal? = PhotoJournal()
    let journal = try #require(delegate).journal
    let (session, _) = try start(host, try #require(delegate))
    #expect(await host.wait(for: 1, on: .photoCapture).count == 1)
    weak let remaining = delegate
    delegate = nil
    #expect(remaining == nil)
    host.answerHeld()
    session.stopRunning()
    #expect(journal.entries.isEmpty)
  }

  @Test("settings made from others are for another photo")
  func copiedSettings() {
    let first = AVCapturePhotoSettings()
    first.flashMode = .on
    let second = AVCapturePhotoSettings(from: first)
    #expect(second.flashMode == .on)
    #expect(second.uniqueID != first.uniqueID)
  }

  @Test("several photos come one after the other, each complete")
  func several() async throws {
    let host = try MediaHost()
    let delegates = (0..<5).map { _ in PhotoJournal() }
    try host.launch {
      let session = try makeSession()
      session.startRunning()
      let output = try #require(session.outputs.first as? AVCapturePhotoOutput)
      for delegate in delegates {
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
      }
      #expect(session.isRunning)
    }
    for delegate in delegates {
      #expect(await delegate.journal.wait(for: 5).last == "finished")
    }
  }

  @Test("a burst waits its turn: the host never has more than it works on")
  func burst() async throws {
    let host = try MediaHost()
    host.hold(.photoCapture)
    let delegates = (0..<6).map { _ in PhotoJournal() }
    let session = try host.launch {
      let session = try makeSession()
      session.startRunning()
      let output = try #require(session.outputs.first as? AVCapturePhotoOutput)
      for delegate in delegates {
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
      }
      // A round trip behind the captures: all that were sent have arrived.
      #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
      return session
    }
    #expect(host.received(.photoCapture).count == 2)
    host.answerHeld()
    for delegate in delegates {
      #expect(await delegate.journal.wait(for: 5).last == "finished")
    }
    let order = try host.bodies(.photoCapture, as: PhotoCapture.self).map(\.uniqueID)
    #expect(order == order.sorted())
    #expect(session.isRunning)
  }

  private func start(
    _ host: MediaHost, _ delegate: PhotoJournal
  ) throws -> (AVCaptureSession, AVCapturePhotoSettings) {
    try host.launch {
      let session = try makeSession()
      session.startRunning()
      let output = try #require(session.outputs.first as? AVCapturePhotoOutput)
      let settings = AVCapturePhotoSettings()
      output.capturePhoto(with: settings, delegate: delegate)
      return (session, settings)
    }
  }
}

/// Writes down every callback, and whether two of them overlapped.
private final class PhotoJournal: NSObject, AVCapturePhotoCaptureDelegate {
  let journal = Journal()
  let identifiers = Mutex<[Int64]>([])
  let photo = Mutex<AVCapturePhoto?>(nil)
  let wasOnMainQueue = Mutex(false)
  let overlaps = Mutex(0)
  private let running = Atomic<Int>(0)

  private func note(_ line: String, _ settings: AVCaptureResolvedPhotoSettings) {
    if running.wrappingAdd(1, ordering: .relaxed).newValue > 1 { overlaps.withLock { $0 += 1 } }
    if MainQueue.isCurrent { wasOnMainQueue.withLock { $0 = true } }
    identifiers.withLock { $0.append(settings.uniqueID) }
    _ = running.wrappingSubtract(1, ordering: .relaxed)
    journal.write(line)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {
    note("will begin", resolvedSettings)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {
    note("will capture", resolvedSettings)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {
    note("did capture", resolvedSettings)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
    error: (any Error)?
  ) {
    self.photo.withLock { $0 = photo }
    let code = (error as? AVError)?.code
    note(code.map { "no photo: \($0)" } ?? "photo", photo.resolvedSettings)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
  ) {
    let code = (error as? AVError)?.code
    note(code.map { "finished: \($0)" } ?? "finished", resolvedSettings)
  }
}
