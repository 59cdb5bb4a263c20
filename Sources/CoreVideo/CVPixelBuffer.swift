// SPDX-License-Identifier: MIT

import Foundation

/// How a buffer's memory is going to be used while it is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: CVOptionFlags

  /// Creates flags from their bits.
  public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

  /// The memory will be read only.
  ///
  /// Say so: the memory of a camera frame cannot be written here.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes a buffer's memory addressable.
///
/// Balance it with `CVPixelBufferUnlockBaseAddress(_:_:)`; until then `CVPixelBufferGetBaseAddress(_:)`
/// has an answer.
///
/// - Returns: Always `kCVReturnSuccess`; a lock for writing succeeds too, since much code that only
///   reads asks for one. Writing to a camera frame then ends the process.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.lock()
  return kCVReturnSuccess
}

/// Undoes one `CVPixelBufferLockBaseAddress(_:_:)`.
///
/// - Returns: `kCVReturnInvalidArgument` when the buffer is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnInvalidArgument
}

/// The address of the first pixel, `nil` while the buffer is not locked.
///
/// Mutable for source compatibility only: the memory of a camera frame is mapped for reading.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  unsafe pixelBuffer.baseAddress(ofPlane: 0)
}

/// The address of a plane's first pixel, `nil` while the buffer is not locked.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  unsafe pixelBuffer.baseAddress(ofPlane: planeIndex)
}

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes[0].width
}

/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes[0].height
}

/// The distance from one row to the next, in bytes; it may be more than the row's pixels need.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes[0].bytesPerRow
}

/// The pixel format, one of `kCVPixelFormatType_…`.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.format
}

/// The number of bytes from the first pixel to the end of the last row.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.byteCount
}

/// Whether the pixels are in more than one plane.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
  pixelBuffer.planes.count > 1
}

/// The number of planes, 0 for a format that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
}

/// A plane's width in pixels, 0 when there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// A plane's height in pixels, 0 when there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// The distance from one row of a plane to the next in bytes, 0 when there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// The size of the picture in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.planes[0].width, height: imageBuffer.planes[0].height)
}

/// The size at which the picture should be shown, in pixels.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CVImageBufferGetEncodedSize(imageBuffer)
}

extension CVBuffer {
  fileprivate func plane(_ index: Int) -> Plane? {
    planes.indices.contains(index) ? planes[index] : nil
  }
}
