// SPDX-License-Identifier: MIT

import CCapture
import Glibc
import LockhostServices
import LockhostSystem
import LockhostTesting
import Testing

@Suite("A capture device as camera source")
struct CaptureDeviceTests {
  private func jpeg(_ level: UInt8) throws -> [UInt8] {
    let pixel = BGRAImage.pixel(red: level, green: level, blue: level)
    return try JPEGEncoder.encode(
      BGRAImage(width: 64, height: 48, pixels: [UInt32](repeating: pixel, count: 64 * 48)),
      exif: [])
  }

  private func device(_ kernel: FakeCapture) throws(ServiceError) -> CaptureDevice {
    try CaptureDevice(path: "/dev/video0", kernel: kernel)
  }

  @Test("it is asked in Video4Linux's order, and stopped when nobody wants it")
  func order() throws {
    let kernel = FakeCapture(pictures: [try jpeg(50)])
    do {
      let device = try device(kernel)
      #expect(kernel.isStreaming)
      #expect(kernel.mapped == 4)
      #expect(abs(device.picture(at: 0).meanLuminance - 50) <= 2)
    }
    #expect(!kernel.isStreaming)
    #expect(kernel.mapped == 0)
    let steps = kernel.requests.filter { $0 != lh_capture_enumerate_formats.rawValue }
    #expect(
      steps
        == [
          lh_capture_query_capabilities, lh_capture_set_format, lh_capture_request_buffers,
          lh_capture_query_buffer, lh_capture_queue_buffer, lh_capture_query_buffer,
          lh_capture_queue_buffer, lh_capture_query_buffer, lh_capture_queue_buffer,
          lh_capture_query_buffer, lh_capture_queue_buffer, lh_capture_stream_on,
          lh_capture_dequeue_buffer, lh_capture_queue_buffer, lh_capture_stream_off,
        ].map(\.rawValue))
  }

  @Test("the newest picture is shown, and buffers go round")
  func newest() throws {
    let kernel = FakeCapture(pictures: [try jpeg(10)])
    let device = try device(kernel)
    for level in [UInt8](stride(from: 20, to: 240, by: 20)) {
      kernel.show(try jpeg(5))
      kernel.show(try jpeg(level))
      #expect(abs(device.picture(at: 0).meanLuminance - Int(level)) <= 2)
    }
    // With nothing new it is the last one.
    #expect(abs(device.picture(at: 0).meanLuminance - 220) <= 2)
  }

  @Test("YUYV is read where there is no Motion JPEG")
  func interleaved() throws {
    var facts = FakeCapture.Facts()
    facts.formats = [0x3231_564E, FakeCapture.interleaved]
    facts.size = (16, 16)
    // Rows of 48 bytes, of which 32 are pixels: BT.601's pure blue in video range.
    facts.bytesPerRow = 48
    let row =
      (0..<8).flatMap { _ -> [UInt8] in [41, 240, 41, 110] } + [UInt8](repeating: 0, count: 16)
    let kernel = FakeCapture(facts, pictures: [(0..<16).flatMap { _ in row }])
    let picture = try device(kernel).picture(at: 0)
    #expect(picture.width == 16 && picture.height == 16)
    #expect(
      picture.pixels.allSatisfy { $0 & 0xFF >= 253 && $0 >> 8 & 0xFF <= 2 && $0 >> 16 & 0xFF <= 2 })
  }

  @Test("NV12 is read where there is nothing better, with rows as long as the device has them")
  func planes() throws {
    var facts = FakeCapture.Facts()
    facts.formats = [0x3231_564E]
    facts.size = (16, 8)
    facts.bytesPerRow = 24
    // Pure red in the upper half, pure blue in the lower: BT.601 in video range.
    let padding = [UInt8](repeating: 0, count: 8)
    var luma: [UInt8] = []
    for level: UInt8 in [81, 81, 81, 81, 41, 41, 41, 41] {
      luma += [UInt8](repeating: level, count: 16) + padding
    }
    var chroma: [UInt8] = []
    for pair: [UInt8] in [[90, 240], [90, 240], [240, 110], [240, 110]] {
      chroma += [[UInt8]](repeating: pair, count: 8).joined() + padding
    }
    let kernel = FakeCapture(facts, pictures: [luma + chroma])
    let picture = try device(kernel).picture(at: 0)
    #expect(picture.width == 16 && picture.height == 8)
    for (index, pixel) in picture.pixels.enumerated() {
      let isUpper = index < 64
      let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
      #expect(
        green <= 2 && (isUpper ? red : blue) >= 252 && (isUpper ? blue : red) <= 2, "\(index)")
    }
    // The last row may end where its pixels do; a byte less is too short.
    let bytes = luma + chroma
    facts.claimedBytes = UInt32(bytes.count - 8)
    _ = try device(FakeCapture(facts, pictures: [bytes]))
    facts.claimedBytes = UInt32(bytes.count - 9)
    #expect(throws: ServiceError.self) { try device(FakeCapture(facts, pictures: [bytes])) }
  }

  @Test("formats are taken in order of worth: Motion JPEG, YUYV, NV12")
  func preference() throws {
    var facts = FakeCapture.Facts()
    facts.formats = [0x3436_3248, 0x3231_564E, FakeCapture.interleaved, FakeCapture.motionJPEG]
    #expect(
      abs(
        try device(FakeCapture(facts, pictures: [try jpeg(50)])).picture(at: 0).meanLuminance - 50)
        <= 2)
    facts.answeredFormat = 0x3436_3248
    let error = #expect(throws: ServiceError.self) {
      try device(FakeCapture(facts, pictures: [try jpeg(50)]))
    }
    #expect(error?.detail == "it took back its format")
  }

  @Test("rows shorter than their pixels, and an odd width, are refused")
  func strides() throws {
    for (size, row) in [((16, 16), 20), ((15, 16), 32)] as [((UInt32, UInt32), UInt32)] {
      var facts = FakeCapture.Facts()
      facts.formats = [FakeCapture.interleaved]
      facts.size = size
      facts.bytesPerRow = row
      let short = [UInt8](repeating: 128, count: Int(row) * 15)
      let error = #expect(throws: ServiceError.self) {
        try device(FakeCapture(facts, pictures: [short]))
      }
      #expect(error?.code == .captureDeviceFailed)
    }
  }

  @Test("damaged pictures at the start, and ones that are not there after all, are passed over")
  func damagedFirst() throws {
    var facts = FakeCapture.Facts()
    facts.damaged = 2
    facts.vain = 3
    let pictures = [try jpeg(10), try jpeg(20), [0xFF, 0xD8, 1], [], try jpeg(90)]
    let kernel = FakeCapture(facts, pictures: pictures)
    let device = try device(kernel)
    #expect(abs(device.picture(at: 0).meanLuminance - 90) <= 2)
    // A camera that sends nothing else is refused, and says what for.
    facts.damaged = .max
    facts.isEndless = true
    let error = #expect(throws: ServiceError.self) {
      try self.device(FakeCapture(facts, pictures: [try jpeg(1)]))
    }
    #expect(error?.detail == "the device says that a picture is damaged")
  }

  @Test("one that is damaged later leaves the last whole one, and the next is shown")
  func damagedLater() throws {
    let kernel = FakeCapture(pictures: [try jpeg(70)])
    let device = try device(kernel)
    kernel.damage(1)
    kernel.show(try jpeg(1))
    #expect(abs(device.picture(at: 0).meanLuminance - 70) <= 2)
    kernel.show(try jpeg(120))
    #expect(abs(device.picture(at: 0).meanLuminance - 120) <= 2)
  }

  @Test("a device that is faster than anybody looks holds nobody up")
  func endless() throws {
    var facts = FakeCapture.Facts()
    facts.isEndless = true
    let kernel = FakeCapture(facts, pictures: [try jpeg(60)])
    let device = try device(kernel)
    let before = kernel.requests.count
    #expect(abs(device.picture(at: 0).meanLuminance - 60) <= 2)
    // Four buffers, each taken and given back once.
    #expect(kernel.requests.count - before == 8)
  }

  @Test("a device that comes back after a while goes on")
  func comesBack() throws {
    let kernel = FakeCapture(pictures: [try jpeg(70)])
    let device = try device(kernel)
    kernel.fail(lh_capture_dequeue_buffer, EIO)
    kernel.show(try jpeg(200))
    #expect(abs(device.picture(at: 0).meanLuminance - 70) <= 2)
    kernel.mend(lh_capture_dequeue_buffer)
    #expect(abs(device.picture(at: 0).meanLuminance - 200) <= 2)
  }

  @Test("Motion JPEG without Huffman tables, as most webcams send it, is read")
  func withoutTables() async throws {
    let image = TestPattern(width: 64, height: 48).image(frame: 3)
    var bytes = try JPEGEncoder.encode(image, exif: [])
    let whole = try ImageDecoder().decode(bytes, name: "whole")
    var place = 2
    while place + 4 < bytes.count, bytes[place + 1] != 0xDA {
      let length = 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      if bytes[place + 1] == 0xC4 {
        bytes.removeSubrange(place..<(place + length))
      } else {
        place += length
      }
    }
    let picture = try device(FakeCapture(pictures: [bytes])).picture(at: 0)
    #expect(picture == whole)
  }

  @Test("through a scene it is a camera source like any other")
  func scene() throws {
    let kernel = FakeCapture(pictures: [try jpeg(90)])
    let scene = try CameraScene(CameraSource(parsing: "v4l2:/dev/video0"), kernel: kernel)
    #expect(abs((scene.picture(at: 0)?.meanLuminance ?? 0) - 90) <= 2)
    for text in ["v4l2:", "v4l2:video0", "v4l2:/dev/../etc/passwd", "v4l2:/etc/passwd"] {
      #expect(throws: ServiceError.self) { try CameraSource(parsing: text) }
    }
  }

  @Test(
    "a request that fails is named",
    arguments: [
      lh_capture_query_capabilities, lh_capture_set_format, lh_capture_request_buffers,
      lh_capture_query_buffer, lh_capture_queue_buffer, lh_capture_stream_on,
      lh_capture_dequeue_buffer,
    ].map(\.rawValue))
  func failing(_ request: UInt32) throws {
    var facts = FakeCapture.Facts()
    facts.failing[request] = EBUSY
    let kernel = FakeCapture(facts, pictures: [try jpeg(1)])
    let error = #expect(throws: ServiceError.self) { try device(kernel) }
    #expect(error?.code == .captureDeviceFailed)
    #expect(error?.cause?.code == EBUSY)
    #expect(kernel.mapped == 0)
  }

  @Test("a device that is no camera, lies, or sends nothing is refused")
  func unsuitable() throws {
    var cases: [FakeCapture.Facts] = []
    func add(_ change: (inout FakeCapture.Facts) -> Void) {
      var facts = FakeCapture.Facts()
      change(&facts)
      cases.append(facts)
    }
    add { $0.capabilities = UInt32(V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING) }
    add { $0.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) }
    add { $0.formats = [] }
    add { $0.formats = [0x3436_3248] }
    add { $0.bufferCount = 1 }
    add { $0.bufferBytes = 0 }
    add { $0.claimedIndex = 99 }
    add { facts in
      facts.formats = [FakeCapture.interleaved]
      facts.claimedBytes = 10
    }
    for facts in cases {
      let error = #expect(throws: ServiceError.self) {
        try device(FakeCapture(facts, pictures: [try jpeg(1)]))
      }
      #expect(error?.code == .captureDeviceFailed)
    }
    var huge = FakeCapture.Facts()
    huge.size = (60_000, 60_000)
    let error = #expect(throws: ServiceError.self) {
      try device(FakeCapture(huge, pictures: [try jpeg(1)]))
    }
    #expect(error?.code == .imageTooLarge)
    #expect(throws: ServiceError.self) { try device(FakeCapture()) }
    #expect(throws: ServiceError.self) {
      try CaptureDevice(path: "/dev/video9", kernel: FakeCapture())
    }
  }

  @Test("more bytes claimed than the buffer has are not read")
  func claimed() throws {
    var facts = FakeCapture.Facts()
    facts.claimedBytes = .max
    let kernel = FakeCapture(facts, pictures: [try jpeg(70)])
    #expect(abs(try device(kernel).picture(at: 0).meanLuminance - 70) <= 2)
  }

  @Test("a device that goes away leaves its last picture")
  func unplugged() throws {
    let kernel = FakeCapture(pictures: [try jpeg(70)])
    let device = try device(kernel)
    kernel.fail(lh_capture_dequeue_buffer, ENODEV)
    kernel.show(try jpeg(1))
    #expect(abs(device.picture(at: 0).meanLuminance - 70) <= 2)
    // A damaged picture, too.
    let other = FakeCapture(pictures: [try jpeg(70)])
    let second = try self.device(other)
    other.show([0xFF, 0xD8, 1, 2, 3])
    #expect(abs(second.picture(at: 0).meanLuminance - 70) <= 2)
  }
}
