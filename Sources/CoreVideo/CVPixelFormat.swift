// SPDX-License-Identifier: MIT

/// 8 bits each of blue, green, red and alpha, in that order in memory: `'BGRA'`.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 8 bits each of alpha, red, green and blue, in that order in memory.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// 8 bits each of red, green, blue and alpha, in that order in memory: `'RGBA'`.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// Two planes, luma in 16…235 and interleaved chroma at half size: `'420v'`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// Two planes, luma in 0…255 and interleaved chroma at half size: `'420f'`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// One plane of 8-bit luma: `'L008'`.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038

/// The attribute that names a buffer's pixel format; its value is one of `kCVPixelFormatType_…`.
///
/// A `String` here, where Apple's is a `CFString`: the cast that every use there has, `as String`,
/// compiles and does nothing.
public let kCVPixelBufferPixelFormatTypeKey = "PixelFormatType"
/// The attribute that gives a buffer's width in pixels.
public let kCVPixelBufferWidthKey = "Width"
/// The attribute that gives a buffer's height in pixels.
public let kCVPixelBufferHeightKey = "Height"
/// The attribute that asks for an IOSurface; accepted and without effect, as there are none.
public let kCVPixelBufferIOSurfacePropertiesKey = "IOSurfaceProperties"
/// The attribute that asks for use with Metal; accepted and without effect, as there is none.
public let kCVPixelBufferMetalCompatibilityKey = "MetalCompatibility"
