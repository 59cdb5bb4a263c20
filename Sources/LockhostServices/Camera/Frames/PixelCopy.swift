// SPDX-License-Identifier: MIT

import CPixels

extension UnsafeMutableRawBufferPointer {
  /// Copies a frame to memory that nobody in this process reads again.
  ///
  /// Past the caches: fetching what stood there before, to write over it, is half of an ordinary copy of
  /// a frame, and would displace what the rest of the host works with. When this returns other processes
  /// see the bytes. With less room than bytes nothing is written.
  package func copyFrame(from source: UnsafeRawBufferPointer) {
    guard let from = source.baseAddress, let to = baseAddress, count >= source.count else {
      return
    }
    unsafe lh_pixels_copy(to, from, source.count)
    lh_pixels_done()
  }
}
