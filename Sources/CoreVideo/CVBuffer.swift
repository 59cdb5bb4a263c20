// SPDX-License-Identifier: MIT

import Synchronization

/// A picture in memory that somebody else owns.
///
/// The pixels of a camera frame are in memory that is shared with the host and is mapped once,
/// read-only: no copy is made on this side, and a write ends the process with `SIGSEGV`. (On iOS the
/// memory of a camera frame can be written.) The frame's slot goes back to the camera when the last
/// reference to this object goes, so a program that keeps frames makes the camera drop later ones.
@safe
public final class CVBuffer: @unchecked Sendable {
  // Unchecked because of the raw pointer: what it points to is kept alive by `owner`, is never
  // written on this side, and is not moved. Everything else is constant, or atomic, or in a mutex.

  /// One plane of pixels.
  package struct Plane: Hashable, Sendable {
    /// The distance of the plane's first byte from the buffer's first byte.
    package var offset: Int
    /// The plane's width in pixels.
    package var width: Int
    /// The plane's height in rows.
    package var height: Int
    /// The distance from one row to the next, which may be more than the row needs.
    package var bytesPerRow: Int

    /// Creates a plane from its place and size.
    package init(offset: Int, width: Int, height: Int, bytesPerRow: Int) {
      self.offset = offset
      self.width = width
      self.height = height
      self.bytesPerRow = bytesPerRow
    }
  }

  /// The pixel format, one of `kCVPixelFormatType_…`.
  package let format: OSType
  /// The planes; formats that are not planar have one.
  package let planes: [Plane]
  /// How many bytes belong to the buffer, over all planes.
  package let byteCount: Int

  private let base: UnsafeRawPointer
  private let owner: AnyObject
  private let onRelease: @Sendable () -> Void
  private let locks = Atomic<Int>(0)
  private let attachments = Mutex<[String: any Sendable]>([:])

  /// Wraps pixels without copying them.
  ///
  /// - Parameters:
  ///   - base: The first byte.
  ///   - owner: What keeps the memory mapped; held as long as this object lives.
  ///   - byteCount: How many bytes from `base` on belong to the buffer.
  ///   - format: One of `kCVPixelFormatType_…`.
  ///   - planes: The planes, at least one.
  ///   - onRelease: Called once, on any thread, when the last reference has gone.
  /// - Returns: `nil` when a plane does not lie within `byteCount` bytes or its numbers are absurd,
  ///   so that no caller can read past the memory.
  package init?(
    base: UnsafeRawPointer, owner: AnyObject, byteCount: Int, format: OSType, planes: [Plane],
    onRelease: @escaping @Sendable () -> Void
  ) {
    guard !planes.isEmpty, byteCount > 0, planes.allSatisfy({ $0.lies(within: byteCount) }) else {
      return nil
    }
    unsafe self.base = base
    self.owner = owner
    self.byteCount = byteCount
    self.format = format
    self.planes = planes
    self.onRelease = onRelease
  }

  deinit { onRelease() }

  /// The first byte of a plane, `nil` when the buffer is not locked or there is no such plane.
  package func baseAddress(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    guard locks.load(ordering: .relaxed) > 0, planes.indices.contains(index) else { return nil }
    return unsafe UnsafeMutableRawPointer(mutating: base + planes[index].offset)
  }

  package func lock() {
    locks.wrappingAdd(1, ordering: .relaxed)
  }

  /// Undoes one `lock()`, and says whether there was one to undo.
  package func unlock() -> Bool {
    var count = locks.load(ordering: .relaxed)
    while count > 0 {
      let (exchanged, original) = locks.weakCompareExchange(
        expected: count, desired: count - 1, ordering: .relaxed)
      if exchanged { return true }
      count = original
    }
    return false
  }

  package subscript(attachment key: String) -> (any Sendable)? {
    get { attachments.withLock { $0[key] } }
    set { attachments.withLock { $0[key] = newValue } }
  }
}

extension CVBuffer: Hashable {
  /// Whether two references are to the same buffer.
  public static func == (left: CVBuffer, right: CVBuffer) -> Bool { left === right }

  /// Hashes the buffer's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CVBuffer.Plane {
  /// Whether every byte of the plane is among the first `byteCount` of the buffer.
  fileprivate func lies(within byteCount: Int) -> Bool {
    guard offset >= 0, width > 0, height > 0, bytesPerRow > 0 else { return false }
    let (size, overflowed) = bytesPerRow.multipliedReportingOverflow(by: height)
    guard !overflowed else { return false }
    let (end, overflowedAgain) = size.addingReportingOverflow(offset)
    return !overflowedAgain && end <= byteCount
  }
}

/// A buffer that holds a picture.
public typealias CVImageBuffer = CVBuffer

/// A buffer that holds a picture's pixels in main memory.
public typealias CVPixelBuffer = CVImageBuffer
