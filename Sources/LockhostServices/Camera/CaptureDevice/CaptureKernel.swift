// SPDX-License-Identifier: MIT

package import CCapture
import Glibc
package import LockhostSystem

/// What a capture device is asked through: the four calls of Video4Linux, and nothing above them.
///
/// The seam lies here so that everything above it, which is where mistakes are made, runs in tests on
/// machines without a camera.
package protocol CaptureKernel: Sendable {
  /// `open(2)` of a device, without waiting.
  func open(_ path: String) throws(SystemError) -> SharedDescriptor

  /// `ioctl(2)` with the structure that the request wants.
  func control(
    _ descriptor: SharedDescriptor, _ request: lh_capture_request,
    _ argument: UnsafeMutableRawPointer
  ) throws(SystemError)

  /// `mmap(2)` of a buffer.
  func map(
    _ descriptor: SharedDescriptor, count: Int, offset: Int
  ) throws(SystemError) -> CaptureMapping

  /// `poll(2)`: whether a picture is ready.
  func waits(_ descriptor: SharedDescriptor, milliseconds: Int32) -> Bool
}

/// The memory of one buffer, owned.
@safe
package final class CaptureMapping: @unchecked Sendable {
  // Unchecked because of the pointer: it is set once, and what it points to is read by the holder of
  // the device's mutex only.

  /// The bytes; valid as long as this object lives.
  package let bytes: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// Takes over memory.
  ///
  /// - Parameter release: Gives it back; called once.
  package init(bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
    unsafe self.bytes = unsafe bytes
    self.release = release
  }

  deinit { release() }
}

/// The running kernel.
package struct LinuxCaptureKernel: CaptureKernel {
  /// Makes a way to the kernel.
  package init() {}

  package func open(_ path: String) throws(SystemError) -> SharedDescriptor {
    let number = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    return SharedDescriptor(adopting: number)
  }

  package func control(
    _ descriptor: SharedDescriptor, _ request: lh_capture_request,
    _ argument: UnsafeMutableRawPointer
  ) throws(SystemError) {
    guard unsafe lh_capture_ioctl(descriptor.rawValue, request, argument) == 0 else {
      throw SystemError(call: "ioctl(2)", code: errno)
    }
  }

  package func map(
    _ descriptor: SharedDescriptor, count: Int, offset: Int
  ) throws(SystemError) -> CaptureMapping {
    guard let address = unsafe lh_capture_map(descriptor.rawValue, count, offset) else {
      throw SystemError(call: "mmap(2)", code: errno)
    }
    let place = UInt(bitPattern: address)
    return unsafe CaptureMapping(
      bytes: UnsafeRawBufferPointer(start: address, count: count),
      release: { unsafe munmap(UnsafeMutableRawPointer(bitPattern: place), count) })
  }

  package func waits(_ descriptor: SharedDescriptor, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }
}
