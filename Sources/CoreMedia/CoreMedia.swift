// SPDX-License-Identifier: MIT

@_exported public import CoreVideo
@_exported public import Foundation

/// A four-character code that names a media type or a codec.
public typealias FourCharCode = UInt32

/// A media type as a four-character code.
public typealias CMMediaType = FourCharCode

/// Video: `'vide'`.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// Audio: `'soun'`.
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E

/// How many items there are.
public typealias CMItemCount = Int
