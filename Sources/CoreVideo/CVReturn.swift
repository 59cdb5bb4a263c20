// SPDX-License-Identifier: MIT

/// The result of a Core Video function.
public typealias CVReturn = Int32

/// The function did what it says.
public let kCVReturnSuccess: CVReturn = 0
/// The function failed for a reason that has no code of its own.
public let kCVReturnError: CVReturn = -6660
/// An argument was out of range.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There was not enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The function does not work on this kind of buffer.
public let kCVReturnUnsupported: CVReturn = -6663
/// The buffer has no pixels in this pixel format.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// The buffer has no such size.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The buffer was not locked when it had to be.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
