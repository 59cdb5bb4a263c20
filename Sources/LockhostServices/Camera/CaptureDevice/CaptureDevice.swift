// SPDX-License-Identifier: MIT

import CCapture
import Glibc
import LockhostSystem
import Synchronization

/// A Video4Linux device as a camera source: its newest picture, whenever one is wanted.
///
/// Pictures that nobody asked for in time are given back unread. A device that goes away leaves its
/// last picture standing. Motion JPEG is taken where the device has it, else YUYV, else NV12.
package final class CaptureDevice: MovingPicture {
  private struct State {
    var picture: BGRAImage?
  }

  /// How many buffers the device fills in turn.
  private static let bufferCount: UInt32 = 4
  /// What is asked for; the device answers with the nearest that it has.
  private static let wanted: (width: UInt32, height: UInt32) = (1920, 1080)
  /// How long the first picture may take: cameras warm up.
  private static let patience = Duration.seconds(3)
  /// How many pictures may be damaged before the first that is whole: many cameras begin with some.
  private static let damagedFirst = 30

  private let path: String
  private let kernel: any CaptureKernel
  private let descriptor: SharedDescriptor
  private let decoder: ImageDecoder
  private let format: CaptureFormat
  private let buffers: [CaptureMapping]
  private let state = Mutex(State())

  /// Opens a device, agrees on a format and waits for the first picture.
  ///
  /// - Throws: `ServiceError` with `captureDeviceFailed` that names the call, or what is wrong with
  ///   the picture.
  package init(
    path: String, kernel: any CaptureKernel, decoder: ImageDecoder = ImageDecoder()
  ) throws(ServiceError) {
    self.path = path
    self.kernel = kernel
    self.decoder = decoder
    let session = CaptureSession(path: path, kernel: kernel)
    (descriptor, format, buffers) = try session.start(
      width: Self.wanted.width, height: Self.wanted.height, buffers: Self.bufferCount,
      limits: decoder.limits)
    let first = try firstWhole()
    state.withLock { $0.picture = first }
  }

  /// Waits for a picture that is whole.
  private func firstWhole() throws(ServiceError) -> BGRAImage {
    let end = MonotonicInstant.now.advanced(by: Self.patience)
    var damage: ServiceError?
    for _ in 0..<Self.damagedFirst {
      let left = MonotonicInstant.now.duration(to: end)
      guard left > .zero, kernel.waits(descriptor, milliseconds: Int32(left / .milliseconds(1)))
      else { break }
      do throws(ServiceError) {
        return try newest(asLongAs: { false })
      } catch {
        // A device that refuses will refuse again; a damaged picture, or none after all, may be
        // followed by a whole one.
        guard error.cause == nil || error.cause?.code == EAGAIN else { throw error }
        damage = error
      }
    }
    throw damage
      ?? ServiceError(
        .captureDeviceFailed, path, "no picture came for \(Self.patience.components.seconds) s")
  }

  deinit {
    var type = Int32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
    _ = Result(catching: { () throws(SystemError) in
      try unsafe kernel.control(descriptor, lh_capture_stream_off, &type)
    })
  }

  package func picture(at seconds: Double) -> BGRAImage {
    state.withLock { state in
      let shown = state.picture ?? BGRAImage(width: 16, height: 16, filledWith: 0xFF00_0000)
      guard kernel.waits(descriptor, milliseconds: 0),
        case .success(let picture) = Result(catching: { () throws(ServiceError) in
          try newest(asLongAs: { kernel.waits(descriptor, milliseconds: 0) })
        })
      else { return shown }
      state.picture = picture
      return picture
    }
  }

  /// Takes the newest picture, and gives older ones back unread.
  private func newest(asLongAs isMore: () -> Bool) throws(ServiceError) -> BGRAImage {
    var buffer = unsafe try dequeue()
    // No more than there are: a device that is faster than this would never let it end.
    for _ in buffers.indices.dropFirst() where isMore() {
      unsafe try queue(&buffer)
      unsafe buffer = try dequeue()
    }
    let (index, used) = unsafe (Int(buffer.index), Int(buffer.bytesused))
    let isDamaged = unsafe buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0
    guard buffers.indices.contains(index) else {
      throw ServiceError(.captureDeviceFailed, path, "there is no buffer \(index)")
    }
    // Copied before it is looked at: the device writes into the buffer again once it is queued.
    let bytes = unsafe [UInt8](buffers[index].bytes.prefix(used))
    unsafe try queue(&buffer)
    guard !isDamaged, !bytes.isEmpty else {
      throw ServiceError(.captureDeviceFailed, path, "the device says that a picture is damaged")
    }
    switch format.kind {
    case .motionJPEG: return try decoder.decode(bytes, name: path)
    case .interleaved: return try BGRAImage(interleaved: bytes, format, name: path)
    case .planes: return try BGRAImage(planes: bytes, format, name: path)
    }
  }

  private func dequeue() throws(ServiceError) -> v4l2_buffer {
    var buffer = unsafe CaptureSession.emptyBuffer()
    try attempt { () throws(SystemError) in
      unsafe try kernel.control(descriptor, lh_capture_dequeue_buffer, &buffer)
    }
    return unsafe buffer
  }

  private func queue(_ buffer: inout v4l2_buffer) throws(ServiceError) {
    do throws(SystemError) {
      unsafe try kernel.control(descriptor, lh_capture_queue_buffer, &buffer)
    } catch {
      throw ServiceError(.captureDeviceFailed, path, cause: error)
    }
  }

  private func attempt(_ body: () throws(SystemError) -> Void) throws(ServiceError) {
    do throws(SystemError) {
      try body()
    } catch {
      throw ServiceError(.captureDeviceFailed, path, cause: error)
    }
  }
}
