// SPDX-License-Identifier: MIT

import CCapture
import LockhostSystem

/// How a capture device is brought to stream: Video4Linux's own order of requests.
///
/// Whatever the driver answers is checked before it is used: sizes, counts and offsets of a driver
/// are as good as the driver.
struct CaptureSession {
  let path: String
  let kernel: any CaptureKernel

  private static let maximumFormats: UInt32 = 64

  /// Opens the device and starts its stream.
  ///
  /// - Throws: `ServiceError` with `captureDeviceFailed` or `imageTooLarge`.
  func start(
    width: UInt32, height: UInt32, buffers count: UInt32, limits: ImageLimits
  ) throws(ServiceError) -> (SharedDescriptor, CaptureFormat, [CaptureMapping]) {
    let descriptor: SharedDescriptor
    do throws(SystemError) {
      descriptor = try kernel.open(path)
    } catch {
      throw ServiceError(.captureDeviceFailed, path, cause: error)
    }
    try checkCapabilities(descriptor)
    let kind = try chooseKind(descriptor)
    let format = try agree(on: kind, width: width, height: height, descriptor, limits)
    let buffers = try makeBuffers(count, descriptor, limits)
    var type = Int32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
    try unsafe ask(lh_capture_stream_on, descriptor, &type)
    return (descriptor, format, buffers)
  }

  static func emptyBuffer() -> v4l2_buffer {
    var buffer = unsafe v4l2_buffer()
    unsafe buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    unsafe buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return unsafe buffer
  }

  private func ask(
    _ request: lh_capture_request, _ descriptor: SharedDescriptor,
    _ argument: UnsafeMutableRawPointer
  ) throws(ServiceError) {
    do throws(SystemError) {
      try unsafe kernel.control(descriptor, request, argument)
    } catch {
      throw ServiceError(.captureDeviceFailed, path, cause: error)
    }
  }

  private func failed(_ detail: String) -> ServiceError {
    ServiceError(.captureDeviceFailed, path, detail)
  }

  private func checkCapabilities(_ descriptor: SharedDescriptor) throws(ServiceError) {
    var answer = v4l2_capability()
    try unsafe ask(lh_capture_query_capabilities, descriptor, &answer)
    let hasOwn = answer.capabilities & UInt32(bitPattern: Int32(bitPattern: 0x8000_0000)) != 0
    let capabilities = hasOwn ? answer.device_caps : answer.capabilities
    guard capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 else {
      throw failed("it captures no pictures")
    }
    guard capabilities & UInt32(V4L2_CAP_STREAMING) != 0 else {
      throw failed("it does not stream")
    }
  }

  private func chooseKind(_ descriptor: SharedDescriptor) throws(ServiceError) -> CaptureFormat.Kind
  {
    var codes: Set<UInt32> = []
    for index in 0..<Self.maximumFormats {
      var description = v4l2_fmtdesc()
      description.index = index
      description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      guard
        case .success = Result(catching: { () throws(ServiceError) in
          try unsafe ask(lh_capture_enumerate_formats, descriptor, &description)
        })
      else { break }
      codes.insert(description.pixelformat)
    }
    guard let kind = CaptureFormat.Kind.preferred.first(where: { codes.contains($0.code) }) else {
      throw failed("it has neither Motion JPEG nor YUYV nor NV12")
    }
    return kind
  }

  private func agree(
    on kind: CaptureFormat.Kind, width: UInt32, height: UInt32, _ descriptor: SharedDescriptor,
    _ limits: ImageLimits
  ) throws(ServiceError) -> CaptureFormat {
    var format = unsafe v4l2_format()
    unsafe format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    unsafe format.fmt.pix.width = width
    unsafe format.fmt.pix.height = height
    unsafe format.fmt.pix.pixelformat = kind.code
    unsafe format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    try unsafe ask(lh_capture_set_format, descriptor, &format)
    let pixels = unsafe format.fmt.pix
    guard pixels.pixelformat == kind.code else { throw failed("it took back its format") }
    let (width, height) = (Int(pixels.width), Int(pixels.height))
    try limits.check(width: width, height: height, of: path)
    return CaptureFormat(
      kind: kind, width: width, height: height,
      bytesPerRow: max(Int(pixels.bytesperline), kind.rowBytes(width)))
  }

  private func makeBuffers(
    _ count: UInt32, _ descriptor: SharedDescriptor, _ limits: ImageLimits
  ) throws(ServiceError) -> [CaptureMapping] {
    var request = v4l2_requestbuffers()
    request.count = count
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try unsafe ask(lh_capture_request_buffers, descriptor, &request)
    guard request.count >= 2 else { throw failed("it gave \(request.count) buffers") }
    var mappings: [CaptureMapping] = []
    for index in 0..<min(request.count, count) {
      var buffer = unsafe Self.emptyBuffer()
      unsafe buffer.index = index
      try unsafe ask(lh_capture_query_buffer, descriptor, &buffer)
      let (length, offset) = unsafe (Int(buffer.length), Int(buffer.m.offset))
      guard (1...limits.maximumFileBytes).contains(length) else {
        throw failed("a buffer has \(length) bytes")
      }
      do throws(SystemError) {
        mappings.append(try kernel.map(descriptor, count: length, offset: offset))
      } catch {
        throw ServiceError(.captureDeviceFailed, path, cause: error)
      }
      try unsafe ask(lh_capture_queue_buffer, descriptor, &buffer)
    }
    return mappings
  }
}
