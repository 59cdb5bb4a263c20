// SPDX-License-Identifier: MIT

import CCapture
import Glibc
import LockhostServices
import LockhostSystem
import Synchronization

/// A kernel with one capture device, which behaves as Video4Linux documents it.
///
/// Only the four calls of the seam are played: what stands above them is the real code.
final class FakeCapture: CaptureKernel {
  /// What the device is, and where it fails.
  struct Facts: Sendable {
    var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
    var formats: [UInt32] = [FakeCapture.motionJPEG]
    var size: (width: UInt32, height: UInt32) = (64, 48)
    var bytesPerRow: UInt32 = 0
    var bufferCount: UInt32 = 4
    var bufferBytes: UInt32 = 64 * 1024
    var failing: [UInt32: Int32] = [:]
    /// What the device says that it has written, when that is not the truth.
    var claimedBytes: UInt32?
    var claimedIndex: UInt32?
    /// The pixel format that it answers with, when it takes back the one that it offered.
    var answeredFormat: UInt32?
    /// So many pictures carry the kernel's flag for damaged ones.
    var damaged = 0
    /// So often a picture that was announced is not there when it is asked for.
    var vain = 0
    /// Whether the last picture comes again and again, faster than anybody takes it.
    var isEndless = false
  }

  fileprivate struct State {
    var facts: Facts
    var buffers: [UInt] = []
    var queued: [UInt32] = []
    var pictures: [[UInt8]] = []
    var isStreaming = false
    var requests: [UInt32] = []
    var mapped = 0
  }

  static let motionJPEG: UInt32 = 0x4750_4A4D
  static let interleaved: UInt32 = 0x5659_5559

  private let state: Mutex<State>

  init(_ facts: Facts = Facts(), pictures: [[UInt8]] = []) {
    state = Mutex(State(facts: facts, pictures: pictures))
  }

  /// The device sees something else from now on.
  func show(_ picture: [UInt8]) { state.withLock { $0.pictures.append(picture) } }

  /// A request fails from now on.
  func fail(_ request: lh_capture_request, _ code: Int32) {
    state.withLock { $0.facts.failing[request.rawValue] = code }
  }

  /// It works again.
  func mend(_ request: lh_capture_request) {
    state.withLock { $0.facts.failing[request.rawValue] = nil }
  }

  /// So many pictures from now on are flagged as damaged.
  func damage(_ count: Int) { state.withLock { $0.facts.damaged = count } }

  var requests: [UInt32] { state.withLock { $0.requests } }
  var isStreaming: Bool { state.withLock { $0.isStreaming } }
  var mapped: Int { state.withLock { $0.mapped } }

  func open(_ path: String) throws(SystemError) -> SharedDescriptor {
    guard path == "/dev/video0" else { throw SystemError(call: "open(2)", code: ENOENT) }
    return try MemoryFile.create(name: "capture").descriptor
  }

  func waits(_ descriptor: SharedDescriptor, milliseconds: Int32) -> Bool {
    state.withLock { $0.isStreaming && !$0.pictures.isEmpty && !$0.queued.isEmpty }
  }

  func map(
    _ descriptor: SharedDescriptor, count: Int, offset: Int
  ) throws(SystemError) -> CaptureMapping {
    let found = state.withLock { state -> UInt? in
      let index = offset / 4096
      guard state.buffers.indices.contains(index) else { return nil }
      state.mapped += 1
      return state.buffers[index]
    }
    guard let found else { throw SystemError(call: "mmap(2)", code: EINVAL) }
    return unsafe CaptureMapping(
      bytes: UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: found), count: count)
    ) { [self] in state.withLock { $0.mapped -= 1 } }
  }

  func control(
    _ descriptor: SharedDescriptor, _ request: lh_capture_request,
    _ argument: UnsafeMutableRawPointer
  ) throws(SystemError) {
    nonisolated(unsafe) let argument = unsafe argument
    let code = state.withLock { state -> Int32 in
      state.requests.append(request.rawValue)
      if let code = state.facts.failing[request.rawValue] { return code }
      return unsafe state.answer(request, argument)
    }
    guard code == 0 else { throw SystemError(call: "ioctl(2)", code: code) }
  }

  deinit {
    for buffer in state.withLock({ $0.buffers }) {
      unsafe free(UnsafeMutableRawPointer(bitPattern: buffer))
    }
  }
}

extension FakeCapture.State {
  fileprivate mutating func answer(
    _ request: lh_capture_request, _ argument: UnsafeMutableRawPointer
  ) -> Int32 {
    switch request {
    case lh_capture_query_capabilities:
      unsafe argument.assumingMemoryBound(to: v4l2_capability.self).pointee.capabilities =
        facts.capabilities
    case lh_capture_enumerate_formats:
      let description = unsafe argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
      let index = unsafe Int(description.pointee.index)
      guard facts.formats.indices.contains(index) else { return EINVAL }
      unsafe description.pointee.pixelformat = facts.formats[index]
    case lh_capture_set_format:
      // The device answers with what it has, whatever was asked for.
      let format = unsafe argument.assumingMemoryBound(to: v4l2_format.self)
      unsafe format.pointee.fmt.pix.width = facts.size.width
      unsafe format.pointee.fmt.pix.height = facts.size.height
      unsafe format.pointee.fmt.pix.bytesperline = facts.bytesPerRow
      if let answered = facts.answeredFormat {
        unsafe format.pointee.fmt.pix.pixelformat = answered
      }
    case lh_capture_request_buffers:
      let wish = unsafe argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
      unsafe wish.pointee.count = min(wish.pointee.count, facts.bufferCount)
      let count = unsafe Int(wish.pointee.count)
      buffers = (0..<count).map { _ in
        unsafe UInt(bitPattern: calloc(1, Int(facts.bufferBytes)))
      }
    case lh_capture_query_buffer:
      let buffer = unsafe argument.assumingMemoryBound(to: v4l2_buffer.self)
      unsafe buffer.pointee.length = facts.bufferBytes
      unsafe buffer.pointee.m.offset = buffer.pointee.index * 4096
    case lh_capture_queue_buffer:
      unsafe queued.append(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index)
    case lh_capture_dequeue_buffer:
      if facts.vain > 0 {
        facts.vain -= 1
        return EAGAIN
      }
      guard let index = queued.first, let picture = pictures.first else { return EAGAIN }
      queued.removeFirst()
      if !facts.isEndless || pictures.count > 1 { pictures.removeFirst() }
      let buffer = unsafe argument.assumingMemoryBound(to: v4l2_buffer.self)
      let count = min(picture.count, Int(facts.bufferBytes))
      if let target = unsafe UnsafeMutableRawPointer(bitPattern: buffers[Int(index)]) {
        unsafe picture.withUnsafeBytes { source in
          if let base = source.baseAddress {
            unsafe target.copyMemory(from: base, byteCount: count)
          }
        }
      }
      unsafe buffer.pointee.flags = facts.damaged > 0 ? UInt32(V4L2_BUF_FLAG_ERROR) : 0
      facts.damaged = max(0, facts.damaged - 1)
      unsafe buffer.pointee.index = facts.claimedIndex ?? index
      unsafe buffer.pointee.bytesused = facts.claimedBytes ?? UInt32(count)
    case lh_capture_stream_on: isStreaming = true
    case lh_capture_stream_off: isStreaming = false
    default: return ENOTTY
    }
    return 0
  }
}
