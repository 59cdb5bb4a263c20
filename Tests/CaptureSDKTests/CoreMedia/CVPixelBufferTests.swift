// SPDX-License-Identifier: MIT

import CoreVideo
import Synchronization
import Testing

@Suite("Buffers over memory of others")
struct CVPixelBufferTests {
  /// Memory that counts how often it is given back.
  @safe
  private final class Memory: @unchecked Sendable {
    // Unchecked because of the pointer, which is constant.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    let releases = Mutex(0)

    deinit { unsafe bytes.deallocate() }

    func buffer(
      width: Int = 16, height: Int = 16, bytesPerRow: Int = 64, offset: Int = 0,
      byteCount: Int = 1024
    ) -> CVPixelBuffer? {
      guard let base = unsafe bytes.baseAddress else { return nil }
      return unsafe CVBuffer(
        base: UnsafeRawPointer(base), owner: self, byteCount: byteCount,
        format: kCVPixelFormatType_32BGRA,
        planes: [
          CVBuffer.Plane(offset: offset, width: width, height: height, bytesPerRow: bytesPerRow)
        ],
        onRelease: { [releases = Weak(self)] in
          releases.value?.releases.withLock { $0 += 1 }
        })
    }
  }

  private final class Weak: @unchecked Sendable {
    // Unchecked because a weak reference is a variable; nobody sets it after the initializer.
    weak var value: Memory?
    init(_ value: Memory) { self.value = value }
  }

  @Test("the address is there while the buffer is locked, and is the memory's own")
  func lock() throws {
    let memory = Memory()
    let buffer = try #require(memory.buffer())
    #expect(unsafe CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(unsafe CVPixelBufferGetBaseAddress(buffer) == memory.bytes.baseAddress)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(unsafe CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnInvalidArgument)
  }

  @Test("the numbers are those it was made with")
  func numbers() throws {
    let buffer = try #require(Memory().buffer(width: 15, bytesPerRow: 64))
    #expect(CVPixelBufferGetWidth(buffer) == 15)
    #expect(CVPixelBufferGetHeight(buffer) == 16)
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 64)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferGetDataSize(buffer) == 1024)
    #expect(!CVPixelBufferIsPlanar(buffer))
    #expect(CVPixelBufferGetPlaneCount(buffer) == 0)
  }

  @Test(
    "a plane that does not lie in the memory makes no buffer",
    arguments: [(16, 65, 0), (17, 64, 0), (16, 64, 1), (Int.max, Int.max, 0), (0, 64, 0)])
  func outside(height: Int, bytesPerRow: Int, offset: Int) {
    #expect(Memory().buffer() != nil, "control: a plane that does makes one")
    #expect(Memory().buffer(height: height, bytesPerRow: bytesPerRow, offset: offset) == nil)
  }

  @Test("the last reference gives the memory back, once")
  func release() {
    let memory = Memory()
    var first: CVPixelBuffer? = memory.buffer()
    var second = first
    first = nil
    #expect(second != nil)
    #expect(memory.releases.withLock { $0 } == 0)
    second = nil
    #expect(first == second)
    #expect(memory.releases.withLock { $0 } == 1)
  }
}
