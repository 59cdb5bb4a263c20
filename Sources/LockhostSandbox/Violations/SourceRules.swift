// SPDX-License-Identifier: MIT

/// Which source files are the author's own, by their paths.
///
/// A refused call is nearly always made in a library; its author wants the line that led to it. Code
/// without line information, which the C library and Foundation are, is passed over anyway.
public struct SourceRules: Hashable, Sendable {
  /// Parts of paths, such as `/Sources/AVFoundation/`, whose files are not the author's.
  public var foreign: [String]

  /// Makes rules; to these parts come those of the compiler's own files and of system headers.
  public init(foreign: [String] = []) {
    self.foreign =
      foreign + [
        "<compiler-generated>", "/usr/include/", "/usr/lib/", "/swift-corelibs-",
        "/swift-foundation/",
        "/swift/stdlib/", "/lib/swift_static/", "/lib/swift/",
      ]
  }

  /// Whether a file is the author's.
  public func isOwn(_ path: String) -> Bool {
    !path.isEmpty && !foreign.contains { path.contains($0) }
  }
}
