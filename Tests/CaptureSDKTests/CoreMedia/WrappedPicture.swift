// SPDX-License-Identifier: MIT

import CoreImage
import CoreVideo
import Foundation

/// A `CIImage` of four pixels by three, as tests see it.
///
/// In a file of its own: one that imports Testing as well makes the compiler look for Testing's own
/// part for Apple's Core Image, which there is only on Apple's systems.
struct WrappedPicture {
  private let image: CIImage

  private init(_ image: CIImage) { self.image = image }

  init(_ buffer: CVPixelBuffer) { image = CIImage(cvPixelBuffer: buffer) }

  var width: Double { Double(image.extent.width) }
  var height: Double { Double(image.extent.height) }
  var buffer: CVPixelBuffer? { image.pixelBuffer }

  func turned(_ number: Int32) -> WrappedPicture {
    WrappedPicture(image.oriented(forExifOrientation: number))
  }

  /// The same, by the orientation that has the number.
  func turnedByName(_ number: UInt32) -> WrappedPicture? {
    CGImagePropertyOrientation(rawValue: number).map { WrappedPicture(image.oriented($0)) }
  }
}
