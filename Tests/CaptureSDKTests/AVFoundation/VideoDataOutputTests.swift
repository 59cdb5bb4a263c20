// SPDX-License-Identifier: MIT

import AVFoundation
import Dispatch
import Glibc
import LockhostTesting
import LockhostWire
import Synchronization
import Testing

@Suite("Frames in shared memory")
struct VideoDataOutputTests {
  @Test("a frame is the host's memory, seen through the sample, on the delegate's queue")
  func delivery() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal()
    let session = try start(host, delegate)
    try host.sendFrame(slot: 1, value: 0x5A, at: 2_000_000_000)
    #expect(await delegate.journal.wait(for: 1) == ["frame 2.0: 90"])
    #expect(delegate.wasOnQueue.withLock { $0 } == [true])
    #expect(session.isRunning)
  }

  @Test("the same slot is at the same address, mapped once")
  func address() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal()
    let session = try start(host, delegate)
    for (index, slot) in [UInt32(0), 1, 0, 1].enumerated() {
      try host.sendFrame(slot: slot, value: 1)
      try #require(await delegate.journal.wait(for: index + 1).count == index + 1)
      try #require(await host.wait(for: index + 1, on: .cameraRelease).count == index + 1)
    }
    let addresses = delegate.addresses.withLock { $0 }
    try #require(addresses.count == 4)
    #expect(addresses[0] == addresses[2])
    #expect(addresses[1] == addresses[3])
    #expect(addresses[1] == addresses[0] + UInt(64 * 48 * 4))
    #expect(session.isRunning)
  }

  @Test("a slot goes back with the last reference to its frame, not before")
  func release() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal(keeping: true)
    let session = try start(host, delegate)
    try host.sendFrame(slot: 2, value: 1)
    _ = await delegate.journal.wait(for: 1)
    // The queue is idle once this runs, so that nothing but the delegate holds the frame.
    delegate.queue.sync {}
    #expect(host.received(.cameraRelease).isEmpty)
    delegate.kept.withLock { $0 = [] }
    #expect(await host.wait(for: 1, on: .cameraRelease).count == 1)
    #expect(try host.bodies(.cameraRelease, as: CameraRelease.self).map(\.slot) == [2])
    #expect(session.isRunning)
  }

  @Test("a kept buffer keeps the slot when the sample is gone")
  func keptBuffer() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal(keeping: true)
    let session = try start(host, delegate)
    try host.sendFrame(slot: 0, value: 7)
    _ = await delegate.journal.wait(for: 1)
    delegate.queue.sync {}
    var buffer = delegate.kept.withLock { kept -> CVPixelBuffer? in
      defer { kept = [] }
      return kept.first?.imageBuffer
    }
    #expect(host.received(.cameraRelease).isEmpty)
    #expect(buffer != nil)
    buffer = nil
    #expect(await host.wait(for: 1, on: .cameraRelease).count == 1)
    #expect(session.isRunning)
  }

  @Test("a frame that comes while the delegate is busy is dropped and reported as late")
  func late() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal()
    let session = try start(host, delegate)
    let (isBusy, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    delegate.whenFrameComes.withLock {
      $0 = {
        isBusy.signal()
        mayGo.wait()
      }
    }
    try host.sendFrame(slot: 0, value: 1, at: 1_000_000_000)
    #expect(await Waiting.until(within: .seconds(10)) { isBusy.wait(timeout: .now()) == .success })
    delegate.whenFrameComes.withLock { $0 = nil }
    try host.sendFrame(slot: 1, value: 2, at: 2_000_000_000)
    // The late frame's slot comes back at once, while the delegate still has the first.
    #expect(await host.wait(for: 1, on: .cameraRelease).count == 1)
    #expect(try host.bodies(.cameraRelease, as: CameraRelease.self).map(\.slot) == [1])
    mayGo.signal()
    #expect(await delegate.journal.wait(for: 2) == ["frame 1.0: 1", "drop 2.0: FrameWasLate"])
    #expect(session.isRunning)
  }

  @Test("frames wait for a delegate that wants them all")
  func patient() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal()
    let session = try start(host, delegate, discardsLateFrames: false)
    let mayGo = DispatchSemaphore(value: 0)
    delegate.whenFrameComes.withLock { $0 = { mayGo.wait() } }
    for slot in UInt32(0)..<3 { try host.sendFrame(slot: slot, value: UInt8(slot)) }
    for _ in 0..<3 { mayGo.signal() }
    #expect(await delegate.journal.wait(for: 3).map { $0.suffix(3) } == [": 0", ": 1", ": 2"])
    #expect(session.isRunning)
  }

  @Test("frames that the host had no slot for are reported before the next one")
  func outOfBuffers() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal()
    let session = try start(host, delegate)
    try host.sendFrame(slot: 0, value: 1, at: 1_000_000_000)
    _ = await delegate.journal.wait(for: 1)
    _ = await host.wait(for: 1, on: .cameraRelease)
    try host.sendFrame(slot: 1, value: 2, dropped: 1, at: 2_000_000_000)
    #expect(
      await delegate.journal.wait(for: 3)
        == ["frame 1.0: 1", "drop 1.5: OutOfBuffers", "frame 2.0: 2"])
    #expect(session.isRunning)
  }

  @Test("without a delegate a frame's slot goes straight back")
  func noDelegate() async throws {
    let host = try MediaHost()
    let session = try host.launch {
      let session = AVCaptureSession()
      session.addInput(try backInput())
      session.addOutput(AVCaptureVideoDataOutput())
      session.startRunning()
      return session
    }
    try host.sendFrame(slot: 1, value: 1)
    #expect(await host.wait(for: 1, on: .cameraRelease).count == 1)
    #expect(session.isRunning)
  }

  @Test("a slot of a stream that ended is not given back into the next one")
  func oldSlots() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal(keeping: true)
    let session = try start(host, delegate)
    try host.sendFrame(slot: 0, value: 1)
    _ = await delegate.journal.wait(for: 1)
    delegate.queue.sync {}
    session.stopRunning()
    session.startRunning()
    delegate.kept.withLock { $0 = [] }
    try host.sendFrame(slot: 1, value: 2)
    _ = await delegate.journal.wait(for: 2)
    delegate.queue.sync {}
    delegate.kept.withLock { $0 = [] }
    #expect(await host.wait(for: 1, on: .cameraRelease).count == 1)
    #expect(try host.bodies(.cameraRelease, as: CameraRelease.self).map(\.slot) == [1])
  }

  @Test("a frame outlives its session")
  func outlives() async throws {
    let host = try MediaHost()
    let delegate = FrameJournal(keeping: true)
    let session = try start(host, delegate)
    try host.sendFrame(slot: 0, value: 9)
    _ = await delegate.journal.wait(for: 1)
    session.stopRunning()
    let sample = try #require(delegate.kept.withLock { $0.first })
    let buffer = try #require(CMSampleBufferGetImageBuffer(sample))
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    guard let base = unsafe CVPixelBufferGetBaseAddress(buffer) else {
      Issue.record("the frame has no address")
      return
    }
    #expect(unsafe base.load(as: UInt8.self) == 9)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
  }

  @Test("a frame that does not lie in the memory is not delivered", arguments: [3, UInt32.max])
  func badSlot(slot: UInt32) async throws {
    let host = try MediaHost()
    let delegate = FrameJournal()
    let session = try start(host, delegate)
    try host.send(
      .cameraFrame,
      CameraFrame(
        frame: 0, timestampNanoseconds: 0, slot: slot, width: 64, height: 48, bytesPerRow: 256,
        droppedSinceLast: 0, pixelFormat: kCVPixelFormatType_32BGRA))
    try host.send(
      .cameraFrame,
      CameraFrame(
        frame: 1, timestampNanoseconds: 0, slot: 0, width: 64, height: 49, bytesPerRow: 256,
        droppedSinceLast: 0, pixelFormat: kCVPixelFormatType_32BGRA))
    try host.sendFrame(slot: 0, value: 3)
    #expect(await delegate.journal.wait(for: 1).map { $0.suffix(3) } == [": 3"])
    #expect(session.isRunning)
  }

  @Test("writing into a frame ends the guest")
  func readOnly() async throws {
    // Control: reading the same byte in the same way does not.
    await #expect(processExitsWith: .success) { try await touchFrame(writing: false) }
    await #expect(processExitsWith: .signal(SIGSEGV)) { try await touchFrame(writing: true) }
  }

  @Test("BGRA and both kinds of 420 can be asked for, and nothing else")
  func pixelFormat() async throws {
    let output = AVCaptureVideoDataOutput()
    #expect(
      output.availableVideoPixelFormatTypes == [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      ])
    output.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String:
        Int(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    ]
    #expect(
      output.videoSettings[kCVPixelBufferPixelFormatTypeKey] as? OSType
        == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    await #expect(processExitsWith: .signal(SIGABRT)) {
      AVCaptureVideoDataOutput().videoSettings = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32ARGB
      ]
    }
  }
}

/// Takes one frame and reads or writes its first byte.
private func touchFrame(writing: Bool) async throws {
  let host = try MediaHost()
  let delegate = FrameJournal(keeping: true)
  let session = try start(host, delegate)
  try host.sendFrame(slot: 0, value: 1)
  _ = await delegate.journal.wait(for: 1)
  let buffer = try #require(delegate.kept.withLock { $0.first?.imageBuffer })
  CVPixelBufferLockBaseAddress(buffer, [])
  guard let base = unsafe CVPixelBufferGetBaseAddress(buffer) else {
    Issue.record("the frame has no address")
    return
  }
  if writing {
    unsafe base.storeBytes(of: 1, as: UInt8.self)
  } else {
    #expect(unsafe base.load(as: UInt8.self) == 1)
  }
  session.stopRunning()
}

private func start(
  _ host: MediaHost, _ delegate: FrameJournal, discardsLateFrames: Bool = true
) throws -> AVCaptureSession {
  try host.launch {
    let session = AVCaptureSession()
    session.addInput(try backInput())
    let output = AVCaptureVideoDataOutput()
    output.alwaysDiscardsLateVideoFrames = discardsLateFrames
    output.setSampleBufferDelegate(delegate, queue: delegate.queue)
    session.addOutput(output)
    session.startRunning()
    return session
  }
}

/// Writes down every frame with its time and its first byte.
private final class FrameJournal: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  let journal = Journal()
  let queue = DispatchQueue(label: "frames")
  let kept = Mutex<[CMSampleBuffer]>([])
  let addresses = Mutex<[UInt]>([])
  let wasOnQueue = Mutex<[Bool]>([])
  let whenFrameComes = Mutex<(@Sendable () -> Void)?>(nil)
  private let keeps: Bool
  private static let key = DispatchSpecificKey<Bool>()

  init(keeping: Bool = false) {
    keeps = keeping
    queue.setSpecific(key: Self.key, value: true)
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    wasOnQueue.withLock { $0.append(DispatchQueue.getSpecific(key: Self.key) == true) }
    if let wait = whenFrameComes.withLock({ $0 }) { wait() }
    guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    guard let base = unsafe CVPixelBufferGetBaseAddress(buffer) else { return }
    addresses.withLock { $0.append(UInt(bitPattern: base)) }
    if keeps { kept.withLock { $0.append(sampleBuffer) } }
    let first = unsafe base.load(as: UInt8.self)
    journal.write("frame \(sampleBuffer.presentationTimeStamp.seconds): \(first)")
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    let reason = CMGetAttachment(
      sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
      attachmentModeOut: nil)
    #expect(DispatchQueue.getSpecific(key: Self.key) == true)
    #expect(CMSampleBufferGetImageBuffer(sampleBuffer) == nil)
    journal.write(
      "drop \(sampleBuffer.presentationTimeStamp.seconds): \(reason as? String ?? "no reason")")
  }
}
