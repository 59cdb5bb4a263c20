// SPDX-License-Identifier: MIT

@_exported public import Foundation

/// A four-character code, as in Apple's `MacTypes.h`.
public typealias OSType = UInt32

/// A set of option bits without a type of its own.
public typealias CVOptionFlags = UInt64
