// SPDX-License-Identifier: MIT

import Glibc

/// A file system of a few kilobytes that only the calling thread sees.
///
/// For root, in an exit test.
package enum SmallDisk {
  /// Mounts one over a folder, in a mount namespace of the calling thread's own.
  ///
  /// - Returns: Whether that worked.
  package static func mount(over path: String, kibibytes: Int) -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    // The Glibc module leaves unshare(2) out, and tests import no C of lockhost's.
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "unshare") else { return false }
    let unshare = unsafe unsafeBitCast(symbol, to: Unshare.self)
    let newNamespace: Int32 = 0x20000
    let privately: UInt = 0x44000
    guard unshare(newNamespace) == 0,
      unsafe Glibc.mount("none", "/", nil, privately, nil) == 0
    else { return false }
    return unsafe "size=\(kibibytes)k".withCString { options in
      unsafe Glibc.mount("none", path, "tmpfs", 0, options) == 0
    }
  }
}
