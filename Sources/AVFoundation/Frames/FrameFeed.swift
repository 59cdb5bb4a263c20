// SPDX-License-Identifier: MIT

import CoreMedia
import CoreVideo
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization

/// The frames of one started camera: slots of shared memory, wrapped as they come, without a copy.
final class FrameFeed: Sendable {
  private struct State {
    var isOpen = true
    var receivers: [CapturePlan.Receiver] = []
    var lastTimestamp: CMTime?
    var format: CMFormatDescription?
  }

  /// More dropped frames than this are reported as this many.
  private static let reportedDropsMaximum: UInt32 = 120

  private let memory: MappedMemory
  private let stream: LockhostWire.CameraStream
  private let frameDuration: CMTime
  private let connection: GuestConnection
  private let state = Mutex(State())

  /// Wraps a stream's memory.
  ///
  /// - Parameter memory: Mapped for reading; held as long as a frame is.
  init(
    memory: MappedMemory, stream: LockhostWire.CameraStream, frameRate: Double,
    connection: GuestConnection
  ) {
    self.memory = memory
    self.stream = stream
    self.connection = connection
    self.frameDuration =
      frameRate > 0
      ? CMTime(seconds: 1 / frameRate, preferredTimescale: 1_000_000_000) : .invalid
  }

  func setReceivers(_ receivers: [CapturePlan.Receiver]) {
    state.withLock { $0.receivers = receivers }
  }

  /// Ends the stream: from now on no slot is given back, as there is nobody to give it to.
  func close() {
    state.withLock {
      $0.isOpen = false
      $0.receivers = []
    }
  }

  /// Takes a frame from the host; called on the reader thread, which must not wait.
  func receive(_ frame: CameraFrame) {
    guard let buffer = wrap(frame) else {
      return Diagnostics.report("a frame of the host does not lie in its memory: \(frame)")
    }
    let time = CMTime(
      value: Int64(clamping: frame.timestampNanoseconds), timescale: 1_000_000_000)
    let (receivers, previous, format) = state.withLock { state in
      defer { state.lastTimestamp = time }
      // One description for all frames that are alike, as on iOS.
      let format = CMFormatDescription(of: buffer)
      if state.format != format { state.format = format }
      return (state.receivers, state.lastTimestamp, state.format)
    }
    let drops = dropTimes(count: frame.droppedSinceLast, after: previous, before: time)
    let sample = CMSampleBuffer(
      image: buffer, format: format,
      timing: CMSampleTimingInfo(
        duration: frameDuration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
    for receiver in receivers where receiver.connection.isEnabled {
      for drop in drops {
        receiver.output.report(
          dropAt: drop, reason: kCMSampleBufferDroppedFrameReason_OutOfBuffers, format: format,
          from: receiver.connection)
      }
      receiver.output.deliver(sample, from: receiver.connection)
    }
  }

  /// A buffer over a slot, which gives the slot back when its last reference goes.
  private func wrap(_ frame: CameraFrame) -> CVPixelBuffer? {
    let slot = Int(frame.slot)
    guard (0..<stream.slotCount).contains(slot), stream.slotBytes > 0 else { return nil }
    let (offset, overflowed) = slot.multipliedReportingOverflow(by: stream.slotBytes)
    guard !overflowed, offset <= memory.count - stream.slotBytes else { return nil }
    return unsafe CVBuffer(
      base: UnsafeRawPointer(memory.address) + offset, owner: memory,
      byteCount: stream.slotBytes, format: frame.pixelFormat,
      planes: Self.planes(of: frame),
      onRelease: { [self] in release(frame.slot) })
  }

  /// One plane, or brightness and then colours at half the size, as Apple's bi-planar formats have it.
  private static func planes(of frame: CameraFrame) -> [CVBuffer.Plane] {
    let (width, height) = (Int(frame.width), Int(frame.height))
    let bytesPerRow = Int(frame.bytesPerRow)
    let first = CVBuffer.Plane(offset: 0, width: width, height: height, bytesPerRow: bytesPerRow)
    guard frame.pixelFormat != kCVPixelFormatType_32BGRA else { return [first] }
    let (offset, overflowed) = bytesPerRow.multipliedReportingOverflow(by: height)
    // A plane that cannot be is refused with the rest by `CVBuffer`.
    let second = CVBuffer.Plane(
      offset: overflowed ? -1 : offset, width: width / 2, height: height / 2,
      bytesPerRow: bytesPerRow)
    return [first, second]
  }

  private func release(_ slot: UInt32) {
    // Posted inside the lock, so that it cannot arrive after the request that ends this stream.
    // It waits for room in the socket at most, which the host always makes.
    state.withLock { state in
      guard state.isOpen else { return }
      do throws(GuestError) {
        try connection.post(.cameraRelease, CameraRelease(slot: slot))
      } catch {
        Diagnostics.report("slot \(slot) could not be given back: \(error)")
      }
    }
  }

  /// When dropped frames would have come, spread over the gap.
  private func dropTimes(count: UInt32, after: CMTime?, before: CMTime) -> [CMTime] {
    guard count > 0 else { return [] }
    let reported = Int32(min(count, Self.reportedDropsMaximum))
    guard let after else { return Array(repeating: .invalid, count: Int(reported)) }
    let step = (before - after) * (1 / Double(reported + 1))
    return (1...reported).map { after + step * $0 }
  }
}
