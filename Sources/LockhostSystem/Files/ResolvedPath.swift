// SPDX-License-Identifier: MIT

import Glibc

/// Paths without links.
public enum ResolvedPath {
  /// Follows every link in a path.
  ///
  /// Wraps `realpath(3)`. The answer is old at once: whoever opens it compares identities.
  ///
  /// - Throws: `SystemError` with `ENOENT`, `EACCES`, `ELOOP`, `ENOTDIR`.
  public static func of(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last("realpath(3)") }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
